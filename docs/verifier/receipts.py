"""Verifies signed receipts (docs/audit.md, section 5) with Ed25519 (RFC 8032)."""

import hashlib
import re

from anchors import hashed_leaf, parent
from common import HEX, UUID, canonical, has_form, listing, matching, whole

MOST_SIBLINGS = 10
SIGNATURE = re.compile("[0-9a-f]{128}")
SIGNED_WITH = ("index", "path", "key", "signature")


def members(value):
    return value is None or type(value) is dict


IN_TRANSACTION = {
    "type": lambda value: type(value) is str,
    "amount": lambda value: type(value) is int,
    "metadata": members,
}
IN_RECEIPT = {
    "player": matching(UUID),
    "id": matching(UUID),
    "seq": whole,
    "timestamp": lambda value: type(value) is str,
    "gameType": lambda value: value is None or type(value) is str,
    "transactions": listing(lambda value: has_form(value, IN_TRANSACTION)),
    "balance": whole,
    "terms": members,
    "blind": matching(HEX),
    "index": whole,
    "path": listing(matching(HEX)),
    "key": matching(HEX),
    "signature": matching(SIGNATURE),
}

# Ed25519: field prime, order of the base point, curve constant.
P = 2**255 - 19
ORDER = 2**252 + 27742317777372353535851937790883648493
D = -121665 * pow(121666, P - 2, P) % P
ROOT_OF_MINUS_1 = pow(2, (P - 1) // 4, P)


def x_of(y, sign):
    """Returns the x coordinate with the given sign; None if there is none."""
    square = (y * y - 1) * pow(D * y * y + 1, P - 2, P) % P
    x = pow(square, (P + 3) // 8, P)
    if (x * x - square) % P:
        x = x * ROOT_OF_MINUS_1 % P
    if y >= P or (x * x - square) % P or (x == 0 and sign):
        return None
    return P - x if x % 2 != sign else x


def point_of(data):
    """Decodes a point from 32 bytes; None if they encode none."""
    number = int.from_bytes(data, "little")
    y, sign = number % 2**255, number >> 255
    x = x_of(y, sign)
    return None if x is None else (x, y, 1, x * y % P)


def add(one, other):
    (x1, y1, z1, t1), (x2, y2, z2, t2) = one, other
    a, b = (y1 - x1) * (y2 - x2) % P, (y1 + x1) * (y2 + x2) % P
    c, d = 2 * t1 * t2 * D % P, 2 * z1 * z2 % P
    e, f, g, h = b - a, d - c, d + c, b + a
    return e * f % P, g * h % P, f * g % P, e * h % P


def times(count, point):
    found = (0, 1, 1, 0)
    while count:
        if count % 2:
            found = add(found, point)
        point, count = add(point, point), count // 2
    return found


def same(one, other):
    (x1, y1, z1, _), (x2, y2, z2, _) = one, other
    return (x1 * z2 - x2 * z1) % P == 0 and (y1 * z2 - y2 * z1) % P == 0


BASE_Y = 4 * pow(5, P - 2, P) % P
BASE = (x_of(BASE_Y, 0), BASE_Y, 1, x_of(BASE_Y, 0) * BASE_Y % P)


def is_signed(key, message, signature):
    public, commitment = point_of(key), point_of(signature[:32])
    scalar = int.from_bytes(signature[32:], "little")
    if public is None or commitment is None or scalar >= ORDER:
        return False
    hashed = hashlib.sha512(signature[:32] + key + message).digest()
    challenge = int.from_bytes(hashed, "little") % ORDER
    return same(times(scalar, BASE), add(commitment, times(challenge, public)))


def is_receipt(value):
    if not (has_form(value, IN_RECEIPT) and set(value) == set(IN_RECEIPT)):
        return False
    return len(value["transactions"]) in (1, 2) and value["seq"] > 0


def root_of_receipt(receipt):
    """Returns None if no tree has such a path."""
    index, path = receipt["index"], receipt["path"]
    if len(path) > MOST_SIBLINGS or index >= 2 ** len(path):
        return None
    signed = {name: receipt[name] for name in receipt if name not in SIGNED_WITH}
    node = hashed_leaf(f"receipt:2:{canonical(signed)}")
    for sibling in map(bytes.fromhex, path):
        node = parent(sibling, node) if index % 2 else parent(node, sibling)
        index //= 2
    return node.hex()


def receipt_failure(receipt, keys):
    """Returns the first failed check; None if the house has signed the receipt."""
    root = root_of_receipt(receipt)
    if root is None:
        return "path"
    if receipt["key"] not in keys:
        return "key"
    key, signature = (bytes.fromhex(receipt[name]) for name in ("key", "signature"))
    message = f"casino-receipts:2:{root}".encode()
    return None if is_signed(key, message, signature) else "signature"


def receipt_checks(golden):
    for at, receipt in enumerate(golden["valid"]):
        good = is_receipt(receipt) and receipt_failure(receipt, golden["keys"]) is None
        yield f"receipt {at}", good
    for one in golden["invalid"]:
        failure = receipt_failure(one["receipt"], golden["keys"])
        yield f"{one['what']}, found {failure},", failure == one["failure"]


def report_receipt(name, receipt):
    failure = receipt_failure(receipt, [receipt["key"]])
    if failure is None:
        print(f"{name}: signed, if the house has published the key {receipt['key']}")
        return True
    print(f"{name}: not signed: {failure}")
    return False
