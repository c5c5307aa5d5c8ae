import { assert } from '../assert.ts'
import type { Hashes } from './hashes.ts'
import {
  type MerkleTree,
  merkleTree,
  type PathStep,
  pathSteps,
  rootFromPath,
} from './merkle.ts'

/** Rounds whose commitments are published under one Merkle root. */
export const EPOCH_SIZE = 1_024

/** Siblings on the way from a leaf to the root. */
const EPOCH_DEPTH = Math.log2(EPOCH_SIZE)

/** How many rounds before an epoch begins its root is published. */
export const ROOT_LEAD = 128

/** Whose commitments a root covers: a player's id and which run of 1024 rounds. */
export type EpochId = { player: string; epoch: number }

/** The epoch that a round belongs to. */
export function epochOf(nonce: number): number {
  return Math.floor(nonce / EPOCH_SIZE)
}

/** The first nonce of an epoch. */
export function firstNonceOf(epoch: number): number {
  return epoch * EPOCH_SIZE
}

/** Start of 2026, UTC. */
const SECONDS_FROM_MS = 1_767_225_600_000

/**
 * Returns the epoch at which all players continue after a restore: the seconds
 * since the start of 2026. The lost rounds can't have reached it, since that
 * takes 1024 rounds a second.
 */
export function epochAfterRestore(nowMs: number): number {
  return Math.floor((nowMs - SECONDS_FROM_MS) / 1_000)
}

/** The Merkle tree over an epoch's 1024 commitments, in nonce order. */
export function epochTree(
  hashes: Hashes,
  id: EpochId,
  commitments: readonly string[],
): MerkleTree {
  assert(commitments.length === EPOCH_SIZE, 'an epoch has 1024 commitments')
  const first = firstNonceOf(id.epoch)
  const texts = commitments.map((commitment, index) =>
    leafText(id.player, first + index, commitment),
  )
  return merkleTree(hashes, texts)
}

/** What an epoch's root commits to of one round. */
export type EpochLeaf = { player: string; nonce: number; commitment: string }

/**
 * The root, in hex, that one round's commitment and path lead to; undefined
 * for a path of another length. In a tree with leaves at several depths one
 * nonce could have several commitments, and the house could choose.
 */
export function epochRootFromPath(
  hashes: Hashes,
  leaf: EpochLeaf,
  path: readonly string[],
): string | undefined {
  if (path.length !== EPOCH_DEPTH) return undefined
  return rootFromPath(hashes, placed(leaf), path)
}

/** The leaf's text and hash, and each hash from there up its path. */
export function epochSteps(
  hashes: Hashes,
  leaf: EpochLeaf,
  path: readonly string[],
): { text: string; leaf: string; steps: PathStep[] } {
  const { text, index } = placed(leaf)
  return { text, ...pathSteps(hashes, { text, index }, path) }
}

function placed({ player, nonce, commitment }: EpochLeaf) {
  const text = leafText(player, nonce, commitment)
  return { text, index: nonce % EPOCH_SIZE }
}

function leafText(player: string, nonce: number, commitment: string): string {
  return `${player}:${epochOf(nonce)}:${nonce}:${commitment}`
}
