"""Checks rounds by docs/fairness.md. Usage: python3 verify.py FILE...

A file holds one record (the answer of GET /api/verify/{id}) or golden vectors.
Prints what failed and how many agree; exits 1 unless all of them do.
"""

import hashlib
import hmac
import json
import re
import sys

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


def draw(seeds, number):
    message = f"{seeds['clientSeed']}:{seeds['nonce']}:{number // 8}"
    block = hmac_sha256(seeds["serverSeed"].encode(), message)
    at = number % 8 * 4
    return int.from_bytes(block[at : at + 4], "big")


def coin_flip(bet, seeds):
    """The draws used and the outcome; None for a bet the rules do not allow."""
    if not isinstance(bet, dict) or set(bet) != {"betAmount", "choice"}:
        return None
    stake, choice = bet["betAmount"], bet["choice"]
    if type(stake) is not int or stake < 1 or choice not in ("heads", "tails"):
        return None
    whole, rest = divmod(198 * stake, 100)
    if whole + (rest > 0) > 2**53 - 1:
        return None
    draws = [draw(seeds, 0)]
    result = "heads" if draws[0] < 2**31 else "tails"
    if result != choice:
        return draws, {"result": result, "payout": 0}
    if rest:
        draws.append(draw(seeds, 1))
        whole += draws[1] * 100 < rest * 2**32
    return draws, {"result": result, "payout": whole}


def replay(game, bet, seeds):
    """Draws, outcome and round hash; Nones when it can not be replayed."""
    played = coin_flip(bet, seeds) if game == ("Coin Flip", 1) else None
    if played is None:
        return None, None, None
    draws, outcome = played
    done = dict(zip(("gameType", "rulesVersion"), game), bet=bet, **seeds)
    done.update(draws=draws, outcome=outcome)
    text = json.dumps(done, sort_keys=True, separators=(",", ":"))
    return draws, outcome, sha256(text.encode()).hex()


def refuse_malformed(record):
    data = record["gameData"]
    hashes = [record["serverSeed"], *data["epochPath"], *map(data.get, HASHES)]
    if not all(map(HEX.fullmatch, hashes)):
        raise ValueError("a hash or server seed is not 64 of 0-9 and a-f")
    if not CLIENT_SEED.fullmatch(record["clientSeed"]):
        raise ValueError("the client seed is not 1 to 64 plain characters")


def record_checks(record):
    refuse_malformed(record)
    data, seeds = record["gameData"], {name: record[name] for name in SEEDS}
    nonce, hashed = record["nonce"], data["serverSeedHash"]
    root = root_from_path(leaf(data["player"], nonce, hashed), nonce, data["epochPath"])
    game = (record["gameType"], data["rulesVersion"])
    draws, outcome, round_hash = replay(game, data["bet"], seeds)
    yield "commitment", commitment_of(seeds["serverSeed"]) == hashed
    yield "epoch", data["epoch"] == nonce // 1024 and root == data["epochRoot"]
    yield "replay", round_hash is not None and round_hash == data["expectedHash"]
    if outcome is None:
        return (yield "as shown", False)
    result, payout = outcome["result"], outcome["payout"]
    words = f"Won {payout} coins" if payout else "Lost"
    repeated = (record["outcome"], data["outcome"], data["result"], data["payout"])
    same = repeated == (words, outcome, result, payout) and data["draws"] == draws
    yield "as shown", same and record["betAmount"] == data["bet"]["betAmount"]


def golden_checks(golden):
    game, epoch = (golden["gameType"], golden["rulesVersion"]), golden["epoch"]
    for at, given in enumerate(golden["rounds"]):
        seed = server_seed(bytes.fromhex(given["streamKey"]), given["nonce"])
        seeds = dict(zip(SEEDS, (seed, given["clientSeed"], given["nonce"])))
        made = (seed, commitment_of(seed), *replay(game, given["bet"], seeds))
        names = ("serverSeed", "commitment", "draws", "outcome", "roundHash")
        yield f"round {at}", made == tuple(given[name] for name in names)
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
