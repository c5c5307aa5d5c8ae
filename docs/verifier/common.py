"""Hashes, draws and checks of JSON fields, shared by the verifier's modules."""

import hashlib
import hmac
import json
import re

from games import MOST, is_whole

HEX = re.compile("[0-9a-f]{64}")
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?Z", re.ASCII)
UUID = re.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}", re.IGNORECASE)


def sha256(data):
    return hashlib.sha256(data).digest()


def hmac_sha256(key, message):
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


def server_seed(stream_key, nonce):
    return hmac_sha256(stream_key, str(nonce)).hex()


def commitment_of(seed):
    return sha256(seed.encode()).hex()


class Draws:
    """The draws of a round, in order."""

    def __init__(self, seeds):
        self.seeds = seeds
        self.used = []

    def next(self):
        block, place = divmod(len(self.used), 8)
        message = f"{self.seeds['clientSeed']}:{self.seeds['nonce']}:{block}"
        data = hmac_sha256(self.seeds["serverSeed"].encode(), message)
        self.used.append(int.from_bytes(data[place * 4 : place * 4 + 4], "big"))
        return self.used[-1]

    def below(self, count):
        """Returns an integer from 0 to count - 1, from the next draw."""
        return self.next() * count // 2**32

    def fairly_rounded(self, a, b):
        """Returns a / b; the next draw decides how a remainder is rounded."""
        whole, rest = divmod(a, b)
        up = rest > 0 and self.next() * b < rest * 2**32
        return whole + 1 if up else whole


class Fraction(float):
    """A non-integer number. Never equal to another, since no round has one."""

    def __eq__(self, other):
        return False

    __hash__ = None


def canonical(value):
    """Returns canonical JSON: sorted keys, no spaces."""
    options = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
    return json.dumps(value, **options)


def matching(pattern):
    return lambda value: isinstance(value, str) and bool(pattern.fullmatch(value))


def listing(form):
    return lambda value: isinstance(value, list) and all(map(form, value))


def is_a(kind):
    return lambda value: isinstance(value, kind)


def whole(value):
    return is_whole(value, 0, MOST)


def is_whole_record(record, forms):
    """Returns True if a record has exactly these members, version optional."""
    members = set(record) - {"version"}
    version = record.get("version", 1)
    known = is_whole(version, 1, 1)
    return known and has_form(record, forms) and members == set(forms)


def has_form(value, forms):
    if not isinstance(value, dict):
        return False
    return all(name in value and form(value[name]) for name, form in forms.items())
