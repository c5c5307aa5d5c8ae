"""Checks a race's salt block with a node (docs/fairness.md, section 12.7)."""

import json
import urllib.request

from races import LOCAL_CHAIN, is_late

ANSWER_WITHIN_S = 10


def ask(url, method, *params):
    asked = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
    headers = {"content-type": "application/json"}
    request = urllib.request.Request(url, json.dumps(asked).encode(), headers)
    with urllib.request.urlopen(request, timeout=ANSWER_WITHIN_S) as answer:
        return json.load(answer)["result"]


def block_at(url, number):
    """Returns hash and timestamp of a block; None if the node lacks it."""
    block = ask(url, "eth_getBlockByNumber", hex(number), False)
    return block and (block["hash"].lower(), int(block["timestamp"], 16))


def salt_finding(url, record):
    """Returns "holds", or why the salt block of a valid record is not confirmed."""
    try:
        return salt_found(url, record["gameData"])
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return "not checked: the node gave no valid response"


def salt_found(url, data):
    block = data["saltBlock"]
    genesis = block.get("genesisHash")
    unnamed = genesis is None and block["chainId"] == LOCAL_CHAIN
    if unnamed or int(ask(url, "eth_chainId"), 16) != block["chainId"]:
        return "not checked: another chain"
    if genesis is not None and block_at(url, 0)[0] != genesis:
        return "not checked: another chain"
    if int(ask(url, "eth_blockNumber"), 16) < block["number"]:
        return "not checked: the node has not reached the block"
    found = block_at(url, block["number"])
    before = block_at(url, max(block["number"] - 1, 0))
    if found is None or before is None:
        return "not checked: the node no longer has the block"
    if found != (block["hash"], block["timestamp"]):
        return "contradicted: another block"
    if block["number"] > 0 and is_late({"timestamp": before[1]}, data):
        return "contradicted: an earlier block is the salt"
    return "holds"
