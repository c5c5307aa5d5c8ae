"""Checks rounds by docs/fairness.md. Usage: python3 verify.py FILE...

A file holds one record (the answer of GET /api/verify/{id}) or golden vectors.
Prints what failed and how many agree; exits 1 unless all of them do.
The rules of the games are in games.py beside it.
"""

import hashlib
import hmac
import json
import re
import sys

from games import GAMES, MOST, SUITS, NotAllowed, is_whole, rule

SEEDS = ("serverSeed", "clientSeed", "nonce")
HASHES = ("serverSeedHash", "epochRoot", "expectedHash", "verifiedHash")
HEX = re.compile("[0-9a-f]{64}")
CLIENT_SEED = re.compile("[ -9;-~]{1,64}")


def sha256(data):
    return hashlib.sha256(data).digest()


def hmac_sha256(key, message):
    return hmac.new(key, message.encode(), hashlib.sha256).digest()


def server_seed(stream_key, nonce):
    return hmac_sha256(stream_key, str(nonce)).hex()


def commitment_of(seed):
    return sha256(seed.encode()).hex()


def leaf(player, nonce, commitment):
    text = f"{player}:{nonce // 1024}:{nonce}:{commitment}"
    return sha256(b"\x00" + text.encode())


def parent(left, right):
    return sha256(b"\x01" + left + right)


def root_from_path(node, nonce, path):
    if len(path) != 10:
        return None
    index = nonce % 1024
    for sibling in map(bytes.fromhex, path):
        node = parent(sibling, node) if index % 2 else parent(node, sibling)
        index //= 2
    return node.hex()


def root_of(nodes):
    while len(nodes) > 1:
        nodes = [parent(*nodes[at : at + 2]) for at in range(0, len(nodes), 2)]
    return nodes[0].hex()


class Draws:
    """The draws of a round, each used in its turn."""

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
        """The next draw as one of 0 to count - 1."""
        return self.next() * count // 2**32

    def fairly_rounded(self, a, b):
        """a / b, a fraction settled by the next draw."""
        whole, rest = divmod(a, b)
        up = rest > 0 and self.next() * b < rest * 2**32
        return whole + 1 if up else whole


def canonical(value):
    """JSON in one form only."""
    options = {"sort_keys": True, "separators": (",", ":"), "ensure_ascii": False}
    return json.dumps(value, **options)


def replay(game, bet, actions, seeds):
    """Draws, outcome and round hash."""
    name, version = game
    rule(name in GAMES and is_whole(version, 1, 1), "rules that are not known here")
    listed = isinstance(actions, list) and all(type(one) is dict for one in actions)
    rule(listed, "actions that are not a list of objects")
    draws = Draws(seeds)
    outcome = GAMES[name](bet, actions, draws)
    done = {"gameType": name, "rulesVersion": version, "bet": bet, **seeds}
    done.update(draws=draws.used, outcome=outcome)
    if actions:
        done["actions"] = actions
    return draws.used, outcome, sha256(canonical(done).encode()).hex()


def refuse_malformed(record):
    if "serverSeed" not in record:
        raise ValueError("the round is not over, so its server seed is not shown yet")
    data = record["gameData"]
    hashes = [record["serverSeed"], *data["epochPath"], *map(data.get, HASHES)]
    if not all(map(HEX.fullmatch, hashes)):
        raise ValueError("a hash or server seed is not 64 of 0-9 and a-f")
    if not CLIENT_SEED.fullmatch(record["clientSeed"]):
        raise ValueError("the client seed is not 1 to 64 plain characters")
    if not is_whole(record["nonce"], 0, MOST):
        raise ValueError("the nonce is not a whole number from 0 to 2^53 - 1")


def in_words(game_type, outcome):
    """The outcome of a round as its record says it."""
    payout = outcome["payout"]
    if game_type == "Blackjack":
        return outcome["result"]
    if game_type == "Hi-Lo":
        signs = dict(zip(SUITS, "♦♥♠♣"))
        cards = [f"{card['value']}{signs[card['suit']]}" for card in outcome["cards"]]
        out = f"{payout} coins were cashed out for you"
        return {
            "cashout": f"You cashed out {payout} coins",
            "idle": f"You were away for too long, so {out}",
            "house_limit": f"The house could not cover another guess, so {out}",
            "wrong_guess": f"Wrong guess: {', then '.join(cards[-2:])}",
        }[outcome["end"]]
    if payout == 0:
        return "No win" if game_type == "Slot Machine" else "Lost"
    return f"Won {payout} coins"


def record_checks(record):
    """What is checked, and whether it agrees."""
    refuse_malformed(record)
    data, seeds = record["gameData"], {name: record[name] for name in SEEDS}
    nonce, hashed = record["nonce"], data["serverSeedHash"]
    root = root_from_path(leaf(data["player"], nonce, hashed), nonce, data["epochPath"])
    yield "commitment", commitment_of(seeds["serverSeed"]) == hashed
    yield "epoch", data["epoch"] == nonce // 1024 and root == data["epochRoot"]
    game, bet = (record["gameType"], data["rulesVersion"]), data["bet"]
    try:
        draws, outcome, round_hash = replay(game, bet, data.get("actions", []), seeds)
    except NotAllowed as broken:
        yield f"replay ({broken})", False
        return (yield "as shown", False)
    yield "replay", round_hash == data["expectedHash"]
    expected = {**outcome, "draws": draws, "outcome": outcome}
    repeated = {name: data[name] for name in expected if name in data}
    above = [record["betAmount"], record["outcome"]]
    same = canonical(above) == canonical([bet["betAmount"], in_words(game[0], outcome)])
    yield "as shown", same and canonical(repeated) == canonical(expected)


def golden_checks(golden):
    game, epoch = (golden["gameType"], golden["rulesVersion"]), golden["epoch"]
    for at, given in enumerate(golden["rounds"]):
        seed = server_seed(bytes.fromhex(given["streamKey"]), given["nonce"])
        seeds = dict(zip(SEEDS, (seed, given["clientSeed"], given["nonce"])))
        played = replay(game, given["bet"], given.get("actions", []), seeds)
        names = ("serverSeed", "commitment", "draws", "outcome", "roundHash")
        made = canonical([seed, commitment_of(seed), *played])
        yield f"round {at}", made == canonical([given[name] for name in names])
    key, first = bytes.fromhex(epoch["streamKey"]), epoch["epoch"] * 1024
    hashed = [commitment_of(server_seed(key, first + at)) for at in range(1024)]
    leaves = [leaf(epoch["player"], first + at, hashed[at]) for at in range(1024)]
    yield "epoch root", root_of(leaves) == epoch["root"]
    for one in epoch["paths"]:
        found = root_from_path(leaves[one["nonce"] - first], **one)
        yield f"path of nonce {one['nonce']}", found == epoch["root"]


def main(files):
    failed = 0
    for name in files:
        with open(name, encoding="utf-8") as file:
            content = json.load(file, parse_float=str)  # a fraction equals nothing
        checks_of = golden_checks if "rounds" in content else record_checks
        checks = list(checks_of(content))
        wrong = [check for check, agrees in checks if not agrees]
        for check in wrong:
            print(f"{name}: {check} does not agree")
        print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} agree")
        failed += len(wrong)
    return 1 if failed else 0


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"Can not check this: {error!r}")
