import { assert } from '../assert.ts'
import type { Hashes } from './hashes.ts'
import { type MerkleTree, paddedTree, rootFromPath } from './merkle.ts'

/**
 * Commitment to anchor on a chain: the root of a player's epoch, the end of a
 * race seed chain (`number` is the race before its first), the hash of a
 * simulated season's seed, the digest of a closed day, or a public key of
 * receipts. Hashes are 64 lower-case hex characters. Leaves are unique by kind,
 * player and number.
 */
export type AnchorLeaf =
  | { kind: 'epoch'; player: string; number: number; hash: string }
  | { kind: 'races'; number: number; hash: string }
  | { kind: 'season'; number: number; hash: string }
  | { kind: 'day'; number: number; hash: string }
  | { kind: 'receipt_key'; number: number; hash: string }

/** Maximum length of a path; trees have at most 2^20 leaves. */
export const ANCHOR_DEPTH_MAX = 20

/** Returns the hashed text of a leaf; its prefix separates the kinds. */
export function anchorLeafText(leaf: AnchorLeaf): string {
  const { kind, number, hash } = leaf
  return kind === 'epoch'
    ? `epoch:${leaf.player}:${number}:${hash}`
    : `${kind}:${number}:${hash}`
}

/** Builds the Merkle tree over 1 to 2^20 leaves. */
export function anchorTree(
  hashes: Hashes,
  leaves: readonly AnchorLeaf[],
): MerkleTree {
  const isTooDeep = leaves.length > 2 ** ANCHOR_DEPTH_MAX
  assert(!isTooDeep, 'a path has 20 siblings at most')
  return paddedTree(hashes, leaves.map(anchorLeafText))
}

/** Position of a leaf, and the siblings from its own up to the root's child. */
export type AnchorPath = { index: number; path: readonly string[] }

/**
 * Returns the root, in hex, that a leaf and its path lead to; undefined if the
 * path is too long or the index out of range.
 */
export function anchorRootFromPath(
  hashes: Hashes,
  leaf: AnchorLeaf,
  { index, path }: AnchorPath,
): string | undefined {
  if (path.length > ANCHOR_DEPTH_MAX || index >= 2 ** path.length) {
    return undefined
  }
  return rootFromPath(hashes, { text: anchorLeafText(leaf), index }, path)
}
