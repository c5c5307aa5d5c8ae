import { assert } from '../errors.ts'
import {
  type GoldenEpoch,
  type GoldenRound,
  goldenEpoch,
  goldenRound,
} from '../fairness/golden/golden-vectors.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { gameOf } from '../games/registry.ts'
import { type RecordFailure, recordFailure } from './verified-record.ts'

/** A record that fits together in all but one thing. */
export type InvalidRecord = {
  /** That one thing, in a few words. */
  what: string
  /** The first check that the record fails; undefined if it failed none. */
  failure: RecordFailure | undefined
  record: unknown
}

/** One of core/fairness/golden/*.json. */
export type GoldenFile = {
  gameType: string
  rulesVersion: number
  epoch: GoldenEpoch
  rounds: GoldenRound[]
  invalid: InvalidRecord[]
}

/** A whole file once more, from nothing but what its values follow from. */
export function madeAgain(
  hashes: Hashes,
  { gameType, rulesVersion, epoch, rounds, invalid }: GoldenFile,
): GoldenFile {
  const game = gameOf({ gameType, rulesVersion })
  assert(game !== undefined, 'golden rounds are of a game of ours')
  const nonces = epoch.paths.map(({ nonce }) => nonce)
  return {
    gameType,
    rulesVersion,
    epoch: goldenEpoch(hashes, epoch, nonces),
    rounds: rounds.map((round) => goldenRound(hashes, game, round)),
    invalid: invalid.map(({ what, record }) => ({
      what,
      failure: recordFailure(hashes, record),
      record,
    })),
  }
}
