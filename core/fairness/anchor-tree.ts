import { assert } from '../assert.ts'
import type { Hashes } from './hashes.ts'
import { filledTree, type MerkleTree, rootFromPath } from './merkle.ts'

/**
 * A published commitment to anchor on a chain: the root of a player's epoch,
 * the end of a race seed chain (`number` is the race before its first), the
 * hash of a simulated season's seed, the digest of a closed day, or a public
 * key of receipts. Hashes are 64 lower-case hex characters. There is one leaf
 * per kind, player and number.
 */
export type AnchorLeaf =
  | { kind: 'epoch'; player: string; number: number; hash: string }
  | { kind: 'races'; number: number; hash: string }
  | { kind: 'season'; number: number; hash: string }
  | { kind: 'day'; number: number; hash: string }
  | { kind: 'receipt_key'; number: number; hash: string }

/** The most siblings of a path: trees have at most 2^20 leaves. */
export const ANCHOR_DEPTH_MAX = 20

/** What is hashed of a leaf; its first word keeps the kinds apart. */
export function anchorLeafText(leaf: AnchorLeaf): string {
  const { kind, number, hash } = leaf
  return kind === 'epoch'
    ? `epoch:${leaf.player}:${number}:${hash}`
    : `${kind}:${number}:${hash}`
}

/** The Merkle tree over leaves, of which there are 1 to 2^20. */
export function anchorTree(
  hashes: Hashes,
  leaves: readonly AnchorLeaf[],
): MerkleTree {
  const isTooDeep = leaves.length > 2 ** ANCHOR_DEPTH_MAX
  assert(!isTooDeep, 'a path has 20 siblings at most')
  return filledTree(hashes, leaves.map(anchorLeafText))
}

/** Where a leaf stands, and the siblings from its own up to the root's child. */
export type AnchorPath = { index: number; path: readonly string[] }

/**
 * The root, in hex, that a leaf leads to; undefined where no tree has such a
 * path: too long, or for an index outside.
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
