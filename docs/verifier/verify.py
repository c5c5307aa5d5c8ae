"""Verifies rounds by docs/fairness.md. Usage: python3 verify.py [--rpc URL] FILE...

A file holds one record (the response of GET /api/verify/{id}), a signed receipt
or golden vectors. Prints whether the record is valid, with the first failed
check, or how many golden vectors agree; exits 1 if anything fails. Requests
only the salt block of a race from the node at URL.
"""

import json
import re
import sys

from anchors import anchor_failure, has_anchor_form, tree_checks
from common import HEX, TIMESTAMP, UUID, Draws, Fraction, canonical, commitment_of
from common import has_form, is_a, is_whole_record, listing, matching, server_seed
from common import sha256, whole
from games import GAMES, SUITS, NotAllowed, is_whole, rule
from nodes import salt_finding
from races import NAME, race_checks, race_failure
from receipts import is_receipt, receipt_checks, report_receipt

SEEDS = ("serverSeed", "clientSeed", "nonce")
CLIENT_SEED = re.compile("[ -9;-~]{1,64}")


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


def replay(game, bet, actions, seeds):
    """Returns draws, outcome and round hash."""
    name, version = game
    known = name in GAMES and is_whole(version, 1, 1)
    rule(known, "unknown rules", "rules")
    draws = Draws(seeds)
    outcome = GAMES[name](bet, actions, draws)
    done = {"gameType": name, "rulesVersion": version, "bet": bet, **seeds}
    done.update(draws=draws.used, outcome=outcome)
    if actions:
        done["actions"] = actions
    return draws.used, outcome, sha256(canonical(done).encode()).hex()


IN_RECORD = {
    "id": matching(UUID),
    "gameType": is_a(str),
    "timestamp": matching(TIMESTAMP),
    "betAmount": whole,
    "outcome": is_a(str),
    "serverSeed": matching(HEX),
    "clientSeed": matching(CLIENT_SEED),
    "nonce": whole,
    "gameData": is_a(dict),
}
IN_GAME_DATA = {
    "player": matching(UUID),
    "rulesVersion": whole,
    "bet": is_a(dict),
    "draws": listing(whole),
    "outcome": is_a(dict),
    "payout": whole,
    "serverSeedHash": matching(HEX),
    "epoch": whole,
    "epochRoot": matching(HEX),
    "epochPath": listing(matching(HEX)),
    "weaker": is_a(bool),
    "expectedHash": matching(HEX),
    "verifiedHash": matching(HEX),
}


def is_record(value):
    """Returns True if a finished round's record is complete and well-formed."""
    if not (isinstance(value, dict) and is_whole_record(value, IN_RECORD)):
        return False
    data = value["gameData"]
    if not (has_form(data, IN_GAME_DATA) and has_anchor_form(data)):
        return False
    return listing(is_a(dict))(data.get("actions", []))


def in_words(game_type, outcome):
    """Returns the outcome text that the record shows."""
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


def failure_of(record):
    """Returns the first failed check (None if all pass), and a reason."""
    if isinstance(record, dict) and record.get("gameType") == NAME:
        return race_failure(record)
    if not is_record(record):
        return "malformed", ""
    data, nonce = record["gameData"], record["nonce"]
    hashed, path = data["serverSeedHash"], data["epochPath"]
    if commitment_of(record["serverSeed"]) != hashed:
        return "commitment", ""
    root = root_from_path(leaf(data["player"], nonce, hashed), nonce, path)
    if data["epoch"] != nonce // 1024 or root != data["epochRoot"]:
        return "epoch", ""
    seeds = {name: record[name] for name in SEEDS}
    game, actions = (record["gameType"], data["rulesVersion"]), data.get("actions", [])
    try:
        played = replay(game, data["bet"], actions, seeds)
    except NotAllowed as broken:
        return broken.check, str(broken)
    anchored = {"kind": "epoch", "player": data["player"]}
    anchored.update(number=data["epoch"], hash=data["epochRoot"])
    return first_difference(record, *played) or anchor_failure(record, anchored), ""


def first_difference(record, draws, outcome, round_hash):
    """Returns the first check in which record and replay differ; None if they agree."""
    data, game_type = record["gameData"], record["gameType"]
    if data["draws"] != draws:
        return "draws"
    if canonical(data["outcome"]) != canonical(outcome):
        return "outcome"
    if data["expectedHash"] != round_hash:
        return "hash"
    repeated = {name: data[name] for name in outcome if name in data}
    words = in_words(game_type, outcome)
    above = [record["betAmount"], record["outcome"], repeated]
    same = canonical(above) == canonical([data["bet"]["betAmount"], words, outcome])
    return None if same else "shown"


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
    yield from record_checks(golden)


def record_checks(golden):
    for one in golden.get("valid", []):
        failure, _ = failure_of(one["record"])
        yield f"{one['what']}, found {failure},", failure is None
    for one in golden.get("invalid", []):
        failure, _ = failure_of(one["record"])
        yield f"{one['what']}, found {failure},", failure == one["failure"]


def kept(record):
    """Returns what a record alone cannot prove."""
    if record["gameType"] != NAME:
        return "the root is the one you kept before the round"
    terminal = "the terminal hash is the one you kept before the race"
    salted = "the block is the one that the rule names"
    return f"{terminal} and {salted}" if "clientSeed" in record else terminal


def report_record(name, record, rpc=None):
    if is_receipt(record):
        return report_receipt(name, record)
    if isinstance(record, dict) and "serverSeed" not in record:
        raise ValueError("the round is not over, so its server seed is still secret")
    failure, reason = failure_of(record)
    if failure is None:
        print(f"{name}: valid, if {kept(record)}")
        if rpc is None or record["gameType"] != NAME or "clientSeed" not in record:
            return True
        found = salt_finding(rpc, record)
        print(f"{name}: salt block: {found}")
        return not found.startswith("contradicted")
    print(f"{name}: not valid: {failure}" + (f" ({reason})" if reason else ""))
    return False


def report_golden(name, golden):
    if "keys" in golden:
        checks = list(receipt_checks(golden))
    elif "races" in golden:
        checks = [*race_checks(golden), *record_checks(golden)]
    elif "trees" in golden:
        checks = [*tree_checks(golden), *record_checks(golden)]
    else:
        checks = list(golden_checks(golden))
    wrong = [check for check, agrees in checks if not agrees]
    for check in wrong:
        print(f"{name}: {check} does not agree")
    print(f"{name}: {len(checks) - len(wrong)} of {len(checks)} agree")
    return not wrong


def main(args):
    rpc = args[1] if args[0] == "--rpc" else None
    good = True
    for name in args[2:] if rpc else args:
        with open(name, encoding="utf-8") as file:
            content = json.load(file, parse_float=Fraction)
        is_golden = isinstance(content, dict) and {"invalid", "trees"} & set(content)
        same = (
            report_golden(name, content)
            if is_golden
            else report_record(name, content, rpc)
        )
        good = same and good
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
    except (OSError, ValueError, KeyError, TypeError, AttributeError) as error:
        sys.exit(f"Cannot verify: {error!r}")
