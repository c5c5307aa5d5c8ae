"""The horse race of docs/fairness.md, section 12."""

from anchors import anchor_failure, has_anchor_form
from common import HEX, TIMESTAMP, UUID, Draws, canonical, commitment_of
from common import has_form, hmac_sha256, is_a, is_whole_record, listing, matching
from common import sha256, whole
from games import is_whole

NAME = "Horse Race"
HORSES = {1: "Pokey", 2: "Thunder Bolt", 3: "Silver Arrow", 4: "Red Fury"}
FINISH = 425 * 2**32
LONGEST_CHAIN = 2**20
LARGEST_STAKE = 2370315593352892
LOCAL_CHAIN = 31337
# By chain: delay of the salt after the close, and how far nodes may lag.
SALT_DELAY_MS = {97: 4000, LOCAL_CHAIN: 2000}
NODE_LAG_MS = {97: 3000, LOCAL_CHAIN: 0}


# 12.1 The id of a race


def race_id(version, number, commitment, closed_at_ms, chain):
    terms = version, number, commitment, closed_at_ms, *map(chain.get, CHAIN)
    text = sha256(":".join(["race", *map(str, terms)]).encode()).hex()
    variant = format(8 + int(text[16], 16) % 4, "x")
    third, fourth = "8" + text[13:16], variant + text[17:20]
    return "-".join([text[:8], text[8:12], third, fourth, text[20:32]])


# 12.2 The salt


def salt_after_ms(data):
    """Returns the time whose first later block is the salt."""
    if data["rulesVersion"] == 1:
        return data["closedAtMs"]
    return data["closedAtMs"] + SALT_DELAY_MS[data["saltChain"]["chainId"]]


def is_salt_possible(head, data):
    """Returns True if the salt may be public at a head."""
    lag = NODE_LAG_MS[data["saltChain"]["chainId"]]
    return head["timestamp"] * 1000 + lag > salt_after_ms(data)


# 12.3 The race


def run(draws):
    """Returns the outcome of a race from its draws."""
    positions, ticks = [0, 0, 0, 0], 0
    while max(positions) < FINISH:
        positions = [position + 2**33 + draws.next() for position in positions]
        ticks += 1
    order = finish_order(positions, draws)
    return dict(winner=order[0], order=order, ticks=ticks, positions=positions)


def finish_order(positions, draws):
    order = []
    while len(order) < 4:
        behind = [horse for horse in HORSES if horse not in order]
        farthest = max(positions[horse - 1] for horse in behind)
        level = [horse for horse in behind if positions[horse - 1] == farthest]
        order.append(level[draws.below(len(level))] if len(level) > 1 else level[0])
    return order


# 12.4 A bet


def payout_of(bet, index, race):
    stake, outcome = bet["amount"], race["outcome"]
    if "void" in outcome:
        return stake
    if bet["horseId"] != outcome["winner"]:
        return 0
    whole_coins, rest = divmod(380 * stake, 100)
    message = f"{race['clientSeed']}:round:{index}"
    digest = hmac_sha256(race["serverSeed"].encode(), message)
    draw = int.from_bytes(digest[:4], "big")
    return whole_coins + (rest > 0 and draw * 100 < rest * 2**32)


def is_bet(bet):
    return (
        set(bet) == {"horseId", "amount"}
        and is_whole(bet["horseId"], 1, 4)
        and is_whole(bet["amount"], 1, LARGEST_STAKE)
    )


# 12.5 The hash


def settled_race(number, seed, data):
    version, closed_at_ms = data["rulesVersion"], data["closedAtMs"]
    race = {"gameType": NAME, "rulesVersion": version, "nonce": number}
    race.update(serverSeed=seed, closedAtMs=closed_at_ms)
    if version > 1:
        terms = version, number, commitment_of(seed), closed_at_ms
        race["raceId"] = race_id(*terms, data["saltChain"])
        bound = ("saltChain", "head", "voidReason")
        race.update({name: data[name] for name in bound if name in data})
    block = data.get("saltBlock")
    if block is None:
        return {**race, "outcome": {"void": True}}
    salt = block["hash"][2:]
    draws = Draws({"serverSeed": seed, "clientSeed": salt, "nonce": number})
    return {**race, "clientSeed": salt, "saltBlock": block, "outcome": run(draws)}


def settled_bet(race, bet_id, bet, index):
    outcome = {**race["outcome"], "payout": payout_of(bet, index, race)}
    bound = {"betId": bet_id} if race["rulesVersion"] > 1 else {}
    return {**race, **bound, "bet": bet, "index": index, "outcome": outcome}


def hash_of(settled):
    return sha256(canonical(settled).encode()).hex()


# 12.6 The record


def link_before(seed, steps):
    for _ in range(steps):
        seed = commitment_of(seed)
    return seed


def object_of(forms):
    return lambda value: has_form(value, forms) and set(value) == set(forms)


def is_block_hash(value):
    return isinstance(value, str) and value[:2] == "0x" and matching(HEX)(value[2:])


CHAIN = ("chainId", "genesisHash")
IN_SALT_BLOCK = {
    "chainId": whole,
    "number": whole,
    "hash": is_block_hash,
    "timestamp": whole,
}


def is_salt_block(value):
    named = isinstance(value, dict) and "genesisHash" in value
    form = {**IN_SALT_BLOCK, "genesisHash": is_block_hash} if named else IN_SALT_BLOCK
    return object_of(form)(value)


# Optional members of gameData.
OPTIONAL = {
    "saltChain": object_of(
        {
            "chainId": lambda value: whole(value) and value in SALT_DELAY_MS,
            "genesisHash": is_block_hash,
        }
    ),
    "head": object_of({"number": whole, "timestamp": whole}),
    "voidReason": lambda value: value in ("chain_ahead", "no_block"),
    "saltBlock": is_salt_block,
    "weaker": is_a(bool),
}
IN_RECORD = {
    "id": matching(UUID),
    "gameType": is_a(str),
    "timestamp": matching(TIMESTAMP),
    "outcome": is_a(str),
    "serverSeed": matching(HEX),
    "nonce": whole,
    "gameData": is_a(dict),
}
IN_DATA = {
    "rulesVersion": whole,
    "closedAtMs": whole,
    "serverSeedHash": matching(HEX),
    "chainTerminal": object_of({"number": whole, "hash": matching(HEX)}),
    "outcome": is_a(dict),
    "expectedHash": matching(HEX),
    "verifiedHash": matching(HEX),
}
IN_BET_DATA = {"raceId": matching(UUID), "bet": is_a(dict), "index": whole}


def is_record(record):
    forms, in_data = dict(IN_RECORD), dict(IN_DATA)
    if "betAmount" in record:
        forms["betAmount"] = whole
        in_data.update(IN_BET_DATA)
    if "clientSeed" in record:
        forms["clientSeed"] = matching(HEX)
    if not is_whole_record(record, forms):
        return False
    data = record["gameData"]
    in_data.update({name: OPTIONAL[name] for name in OPTIONAL if name in data})
    return has_form(data, in_data) and has_anchor_form(data)


def is_in_chain(record):
    terminal = record["gameData"]["chainTerminal"]
    steps = record["nonce"] - terminal["number"]
    if not 1 <= steps <= LONGEST_CHAIN:
        return False
    return link_before(record["serverSeed"], steps) == terminal["hash"]


def has_right_id(record):
    data = record["gameData"]
    if data["rulesVersion"] == 1:
        return True
    if "saltChain" not in data:
        return False
    terms = data["rulesVersion"], record["nonce"], data["serverSeedHash"]
    made = race_id(*terms, data["closedAtMs"], data["saltChain"])
    return made == (data["raceId"] if "betAmount" in record else record["id"])


def is_salted(record):
    data, salt = record["gameData"], record.get("clientSeed")
    block, reason, head = map(data.get, ("saltBlock", "voidReason", "head"))
    if salt != (block and block["hash"][2:]):
        return False
    if data["rulesVersion"] == 1:
        return block is None or ("genesisHash" not in block and is_late(block, data))
    is_ahead = head is not None and is_salt_possible(head, data)
    if block is None:
        return reason == ("chain_ahead" if is_ahead else "no_block")
    if reason is not None or head is None or is_ahead:
        return False
    chain = {name: block.get(name) for name in CHAIN}
    return chain == data["saltChain"] and is_late(block, data)


def is_late(block, data):
    return block["timestamp"] * 1000 > salt_after_ms(data)


def in_words(outcome):
    payout = outcome.get("payout")
    if "void" in outcome:
        return "Void" if payout is None else f"Void: {payout} coins returned"
    winner = HORSES[outcome["winner"]]
    if payout is None:
        return f"{winner} Won!"
    return f"Won {payout} coins on {winner}" if payout else f"Lost to {winner}"


def race_failure(record):
    """Returns the first failed check of a race or race bet record, and a reason."""
    if not is_record(record):
        return "malformed", ""
    data, is_bet_record = record["gameData"], "betAmount" in record
    if commitment_of(record["serverSeed"]) != data["serverSeedHash"]:
        return "commitment", ""
    if not is_in_chain(record):
        return "chain", ""
    if data["rulesVersion"] not in (1, 2):
        return "rules", "unknown rules"
    if not has_right_id(record):
        return "id", ""
    if not is_salted(record):
        return "salt", ""
    if is_bet_record and not is_bet(data["bet"]):
        return "bet", "not a bet on a race"
    settled = settled_race(record["nonce"], record["serverSeed"], data)
    if is_bet_record:
        settled = settled_bet(settled, record["id"], data["bet"], data["index"])
    leaf = {"kind": "races", **data["chainTerminal"]}
    return first_difference(record, settled) or anchor_failure(record, leaf), ""


def first_difference(record, settled):
    data, outcome = record["gameData"], settled["outcome"]
    if canonical(data["outcome"]) != canonical(outcome):
        return "outcome"
    if data["expectedHash"] != hash_of(settled):
        return "hash"
    block = data.get("saltBlock")
    weaker = block is not None and block["chainId"] == LOCAL_CHAIN
    stake = settled["bet"]["amount"] if "bet" in settled else None
    above = [record["outcome"], record.get("betAmount"), data.get("weaker", weaker)]
    return None if above == [in_words(outcome), stake, weaker] else "shown"


# 12.9 Golden vectors


class Given:
    """Draws from a list instead of seeds."""

    def __init__(self, draws):
        self.left = list(draws)

    def below(self, count):
        return self.left.pop(0) * count // 2**32


def race_checks(golden):
    last, terminal = golden["chain"]["last"], golden["chain"]["terminal"]
    steps = last["number"] - terminal["number"]
    yield "chain", link_before(last["seed"], steps) == terminal["seed"]
    for given in golden["races"]:
        number = given["number"]
        seed = link_before(last["seed"], last["number"] - number)
        race = settled_race(number, seed, given)
        made = [seed, commitment_of(seed), race["outcome"], hash_of(race)]
        names = ("serverSeed", "commitment", "outcome", "raceHash")
        same = canonical(made) == canonical([given[name] for name in names])
        same = same and race.get("raceId") == given.get("raceId")
        yield f"race {number}", same and bets_agree(given["bets"], race)
    for at, given in enumerate(golden["finishes"]):
        draws = Given(given["draws"])
        order = finish_order(given["positions"], draws)
        yield f"finish {at}", order == given["order"] and not draws.left


def bets_agree(bets, race):
    for given in bets:
        settled = settled_bet(race, *map(given.get, ("id", "bet", "index")))
        made = [settled["outcome"]["payout"], hash_of(settled)]
        if made != [given["payout"], given["betHash"]]:
            return False
    return True
