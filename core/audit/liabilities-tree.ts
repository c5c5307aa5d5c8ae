import { assert } from '../assert.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { type BinaryTree, binaryTree } from '../fairness/merkle.ts'

/** Node of a Merkle-sum tree, with the sum of the liabilities below it. */
export type SumNode = {
  /** 64 hex characters. */
  hash: string
  /** In coins. */
  sum: number
}

/** Liability to one player at the close of a day. */
export type LiabilityLeaf = {
  /** Number of the closed day, from 1. */
  number: number
  player: string
  /** 64 random hex characters, revealed to the player only. */
  nonce: string
  /** Number of the player's last counted ledger transaction. */
  seq: number
  /** In coins. */
  balance: number
  /** Coins in open rounds and bets. */
  staked: number
  /** Hash of the player's log for the day, 64 hex characters. */
  log: string
}

/** Position of a leaf, and the siblings from its own up to the root's child. */
export type LiabilityPath = { index: number; path: readonly SumNode[] }

export type SumTree = BinaryTree<SumNode>

/** Maximum length of a path. */
export const LIABILITY_DEPTH_MAX = 32

function liabilityText(leaf: LiabilityLeaf): string {
  const { number, player, nonce, seq, balance, staked, log } = leaf
  return `liability:2:${number}:${player}:${nonce}:${seq}:${balance}:${staked}:${log}`
}

/**
 * Returns the node of a leaf: SHA-256(0x02 ‖ text). No other tree of ours uses
 * this prefix, so nodes can't be reused across trees.
 */
export function liabilityNode(hashes: Hashes, leaf: LiabilityLeaf): SumNode {
  assert(isOwed(leaf), 'balance and stakes are whole numbers of coins')
  const sum = leaf.balance + leaf.staked
  return { hash: leafHash(hashes, liabilityText(leaf)), sum }
}

/** Returns the node without a liability that pads a tree to a power of two of leaves. */
export function fillerNode(hashes: Hashes): SumNode {
  return { hash: leafHash(hashes, 'nothing'), sum: 0 }
}

/** Builds the tree over a power of two of nodes. */
export function sumTree(hashes: Hashes, leaves: readonly SumNode[]): SumTree {
  return binaryTree(leaves, (left, right) => {
    const sum = left.sum + right.sum
    assert(isCoins(left.sum) && isCoins(right.sum), 'a sum is whole coins')
    assert(isCoins(sum), 'a sum is at most 2^53 - 1 coins')
    return { hash: nodeHash(hashes, left, right), sum }
  })
}

/**
 * Returns the root that a leaf and its path lead to; undefined if the path is
 * too long, the index out of range or a sum not a whole number of coins.
 */
export function liabilityRoot(
  hashes: Hashes,
  leaf: LiabilityLeaf,
  { index, path }: LiabilityPath,
): SumNode | undefined {
  const isOutside = index < 0 || index >= 2 ** path.length
  if (path.length > LIABILITY_DEPTH_MAX || isOutside) return undefined
  if (!isOwed(leaf)) return undefined
  let node: SumNode = liabilityNode(hashes, leaf)
  let place = index
  for (const sibling of path) {
    const sum = node.sum + sibling.sum
    if (!isCoins(sibling.sum) || !isCoins(sum)) return undefined
    const isRight = place % 2 === 1
    const [left, right] = isRight ? [sibling, node] : [node, sibling]
    node = { hash: nodeHash(hashes, left, right), sum }
    place = Math.floor(place / 2)
  }
  return node
}

/** Returns SHA-256(0x03 ‖ left ‖ its sum ‖ right ‖ its sum), with sums as 8 bytes, big-endian. */
function nodeHash(hashes: Hashes, left: SumNode, right: SumNode): string {
  return hashes.sha256OfHex(`03${nodeHex(left)}${nodeHex(right)}`)
}

/** Encodes a node as 40 bytes in hex: its hash, then its sum as 8 bytes, big-endian. */
export function nodeHex({ hash, sum }: SumNode): string {
  return `${hash}${sum.toString(16).padStart(16, '0')}`
}

/** Decodes {@link nodeHex}. */
export function nodeOfHex(hex: string): SumNode {
  return { hash: hex.slice(0, 64), sum: Number.parseInt(hex.slice(64), 16) }
}

function leafHash(hashes: Hashes, text: string): string {
  return hashes.sha256(`\u0002${text}`)
}

function isOwed({ balance, staked }: LiabilityLeaf): boolean {
  return isCoins(balance) && isCoins(staked) && isCoins(balance + staked)
}

function isCoins(value: number): boolean {
  return Number.isSafeInteger(value) && value >= 0
}
