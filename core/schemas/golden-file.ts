import * as z from 'zod/mini'
import { clientSeed } from '../api/fairness.ts'
import { assert } from '../assert.ts'
import {
  type GoldenEpoch,
  type GoldenRound,
  goldenEpoch,
  goldenRound,
} from '../fairness/golden/golden-vectors.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { isSameJson } from '../fairness/same-json.ts'
import { registry } from '../games/registry.ts'
import { coinAmount } from '../money/coin-amount.ts'
import { count, hex64 } from './fields.ts'
import {
  RECORD_FAILURES,
  type RecordFailure,
  recordFailure,
} from './verified-record.ts'

const json = z.json()

const goldenRoundFields = z.strictObject({
  streamKey: hex64,
  nonce: count,
  clientSeed,
  bet: z.catchall(z.object({ betAmount: coinAmount }), json),
  actions: z.exactOptional(
    z.array(z.catchall(z.object({ action: z.string() }), json)),
  ),
  serverSeed: hex64,
  commitment: hex64,
  draws: z.array(count),
  outcome: z.catchall(z.object({ payout: coinAmount }), json),
  roundHash: hex64,
})

/** A record that fits together in all but one thing. */
export type InvalidRecord = {
  /** That one thing, in a few words. */
  what: string
  /** The first check that the record fails; undefined if it failed none. */
  failure: RecordFailure | undefined
  record: unknown
}

/** The golden vectors of a game: its `golden/vectors.json`. */
export type GoldenFile = {
  gameType: string
  rulesVersion: number
  epoch: GoldenEpoch
  rounds: GoldenRound[]
  invalid: InvalidRecord[]
}

export const goldenFile: z.ZodMiniType<GoldenFile> = z.strictObject({
  gameType: z.string(),
  rulesVersion: count,
  epoch: z.strictObject({
    streamKey: hex64,
    player: z.uuid(),
    epoch: count,
    root: hex64,
    paths: z.array(z.strictObject({ nonce: count, path: z.array(hex64) })),
  }),
  rounds: z.array(goldenRoundFields),
  invalid: z.array(
    z.strictObject({
      what: z.string(),
      failure: z.enum(RECORD_FAILURES),
      record: z.unknown(),
    }),
  ),
})

/** A whole file once more, from nothing but what its values follow from. */
export function madeAgain(
  hashes: Hashes,
  { gameType, rulesVersion, epoch, rounds, invalid }: GoldenFile,
  games = registry,
): GoldenFile {
  const game = games.gameOf({ gameType, rulesVersion })
  assert(game !== undefined, 'golden rounds are of a game of ours')
  const nonces = epoch.paths.map(({ nonce }) => nonce)
  return {
    gameType,
    rulesVersion,
    epoch: goldenEpoch(hashes, epoch, nonces),
    rounds: rounds.map((round) => goldenRound(hashes, game, round)),
    invalid: invalid.map(({ what, record }) => ({
      what,
      failure: recordFailure(hashes, record, games),
      record,
    })),
  }
}

/** What of a file comes out otherwise when it is made again, in a few words each. */
export function goldenDifferences(hashes: Hashes, file: GoldenFile): string[] {
  const again = madeAgain(hashes, file)
  const rounds = again.rounds.flatMap((round, index) =>
    isSameJson(file.rounds[index], round) ? [] : [`round ${index}`],
  )
  const invalid = again.invalid.flatMap(({ what, failure: found }, index) => {
    const stated = file.invalid[index]?.failure
    return found === stated ? [] : [`${what}: ${stated}, found ${found}`]
  })
  const epoch = isSameJson(file.epoch, again.epoch) ? [] : ['the epoch']
  return [...epoch, ...rounds, ...invalid]
}
