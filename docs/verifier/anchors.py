"""Verifies on-chain Merkle roots (docs/fairness.md, section 13)."""

import re

from common import HEX, has_form, listing, matching, sha256, whole

CHAINS = (97, 31337)
MOST_SIBLINGS = 20
ADDRESS = re.compile("0x[0-9a-f]{40}")
CHAIN_HASH = re.compile("0x[0-9a-f]{64}")
IN_ANCHOR = {
    "number": whole,
    "root": matching(HEX),
    "index": whole,
    "path": listing(matching(HEX)),
    "chainId": lambda value: whole(value) and value in CHAINS,
    "genesisHash": matching(CHAIN_HASH),
    "contract": matching(ADDRESS),
    "transaction": matching(CHAIN_HASH),
    "block": whole,
    "blockHash": matching(CHAIN_HASH),
    "blockTimestamp": whole,
}


def is_anchor(value):
    if not (has_form(value, IN_ANCHOR) and set(value) == set(IN_ANCHOR)):
        return False
    return len(value["path"]) <= MOST_SIBLINGS


def has_anchor_form(data):
    """Returns True if the anchor of a record's game data is well-formed or missing."""
    return "anchor" not in data or is_anchor(data["anchor"])


def leaf_text(leaf):
    player = [leaf["player"]] if leaf["kind"] == "epoch" else []
    return ":".join([leaf["kind"], *player, str(leaf["number"]), leaf["hash"]])


def hashed_leaf(text):
    return sha256(b"\x00" + text.encode())


def parent(left, right):
    return sha256(b"\x01" + left + right)


def leads_to_root(leaf, anchor):
    node, index, path = hashed_leaf(leaf_text(leaf)), anchor["index"], anchor["path"]
    if index >= 2 ** len(path):
        return False
    for sibling in map(bytes.fromhex, path):
        node = parent(sibling, node) if index % 2 else parent(node, sibling)
        index //= 2
    return node.hex() == anchor["root"]


def anchor_failure(record, leaf):
    """Returns "anchor" if the record has one that does not lead to its root."""
    anchor = record["gameData"].get("anchor")
    return None if anchor is None or leads_to_root(leaf, anchor) else "anchor"


def root_of(leaves):
    texts = [leaf_text(leaf) for leaf in leaves]
    while len(texts) & (len(texts) - 1):
        texts.append("nothing")
    nodes = [hashed_leaf(text) for text in texts]
    while len(nodes) > 1:
        nodes = [parent(*nodes[at : at + 2]) for at in range(0, len(nodes), 2)]
    return nodes[0].hex()


def tree_checks(golden):
    for at, tree in enumerate(golden["trees"]):
        yield f"tree {at}", root_of(tree["leaves"]) == tree["root"]
        for index, path in enumerate(tree["paths"]):
            anchor = {"index": index, "path": path, "root": tree["root"]}
            agrees = leads_to_root(tree["leaves"][index], anchor)
            yield f"path {index} of tree {at}", agrees
