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

const EPOCH_DEPTH = Math.log2(EPOCH_SIZE)

/** Rounds between the publication of a root and the start of its epoch. */
export const ROOT_LEAD = 128

/** Identifies an epoch: 1024 consecutive rounds of a player. */
export type EpochId = { player: string; epoch: number }

/** Returns the epoch of a round. */
export function getEpoch(nonce: number): number {
  return Math.floor(nonce / EPOCH_SIZE)
}

export function getFirstNonce(epoch: number): number {
  return epoch * EPOCH_SIZE
}

/** True in the last {@link ROOT_LEAD} rounds of an epoch. */
export function isNextRootDue(nonce: number): boolean {
  return nonce % EPOCH_SIZE >= EPOCH_SIZE - ROOT_LEAD
}

/** Start of 2026 in UTC. */
const SECONDS_FROM_MS = 1_767_225_600_000

/**
 * Returns the epoch at which all players continue after a restore: the seconds
 * since the start of 2026. The lost rounds can't have reached it, since that
 * takes 1024 rounds a second.
 */
export function epochAfterRestore(nowMs: number): number {
  return Math.floor((nowMs - SECONDS_FROM_MS) / 1_000)
}

/** Builds the Merkle tree over an epoch's 1024 commitments, in nonce order. */
export function epochTree(
  hashes: Hashes,
  id: EpochId,
  commitments: readonly string[],
): MerkleTree {
  assert(commitments.length === EPOCH_SIZE, 'an epoch has 1024 commitments')
  const first = getFirstNonce(id.epoch)
  const texts = commitments.map((commitment, index) =>
    leafText(id.player, first + index, commitment),
  )
  return merkleTree(hashes, texts)
}

/** Commitment of one round in its epoch's tree. */
export type EpochLeaf = { player: string; nonce: number; commitment: string }

/**
 * Returns the root, in hex, that a round's commitment and path lead to;
 * undefined if the path has another length. With leaves at several depths, one
 * nonce could have several commitments for the operator to choose from.
 */
export function epochRootFromPath(
  hashes: Hashes,
  leaf: EpochLeaf,
  path: readonly string[],
): string | undefined {
  if (path.length !== EPOCH_DEPTH) return undefined
  return rootFromPath(hashes, toPlacedLeaf(leaf), path)
}

/** Returns the leaf's text and hash, and every hash along its path. */
export function epochSteps(
  hashes: Hashes,
  leaf: EpochLeaf,
  path: readonly string[],
): { text: string; leaf: string; steps: PathStep[] } {
  const { text, index } = toPlacedLeaf(leaf)
  return { text, ...pathSteps(hashes, { text, index }, path) }
}

function toPlacedLeaf({ player, nonce, commitment }: EpochLeaf) {
  const text = leafText(player, nonce, commitment)
  return { text, index: nonce % EPOCH_SIZE }
}

function leafText(player: string, nonce: number, commitment: string): string {
  return `${player}:${getEpoch(nonce)}:${nonce}:${commitment}`
}
