import * as z from 'zod/mini'
import type { Hashes } from '../fairness/hashes.ts'
import { isSameJson } from '../fairness/same-json.ts'
import { coinAmount } from '../money/coin-amount.ts'
import {
  type GoldenFinish,
  type GoldenRace,
  goldenFinish,
  goldenRace,
} from '../race/golden/golden-races.ts'
import { horseId } from '../race/horses.ts'
import { raceBet } from '../race/race-bet.ts'
import { chainHead, saltBlock, saltChain, voidReason } from '../race/salt.ts'
import { linkBefore } from '../race/seed-chain.ts'
import { RACE_GAME_TYPE, raceOutcome } from '../race/settled-race.ts'
import { count, hex64 } from './fields.ts'
import type { InvalidRecord } from './golden-file.ts'
import { RECORD_FAILURES, recordFailure } from './verified-record.ts'

const link = z.strictObject({ number: count, seed: hex64 })

/** The golden vectors of the horse race: core/race/golden/vectors.json. */
export type RaceGoldenFile = {
  gameType: typeof RACE_GAME_TYPE
  rulesVersion: number
  /** The secret end of the seed chain, and the published one. */
  chain: z.infer<typeof chain>
  races: GoldenRace[]
  finishes: GoldenFinish[]
  /** Records in which every check holds. */
  valid: { what: string; record: unknown }[]
  invalid: InvalidRecord[]
}

const chain = z.strictObject({ last: link, terminal: link })

const goldenRaceFields = z.strictObject({
  rulesVersion: count,
  number: count,
  closedAtMs: count,
  saltChain: z.exactOptional(saltChain),
  head: z.exactOptional(chainHead),
  voidReason: z.exactOptional(voidReason),
  saltBlock: z.exactOptional(saltBlock),
  serverSeed: hex64,
  commitment: hex64,
  raceId: z.exactOptional(z.uuid()),
  outcome: raceOutcome,
  raceHash: hex64,
  bets: z.array(
    z.strictObject({
      id: z.uuid(),
      bet: raceBet,
      index: count,
      payout: coinAmount,
      betHash: hex64,
    }),
  ),
})

export const raceGoldenFile: z.ZodMiniType<RaceGoldenFile> = z.strictObject({
  gameType: z.literal(RACE_GAME_TYPE),
  rulesVersion: count,
  chain,
  races: z.array(goldenRaceFields),
  finishes: z.array(
    z.strictObject({
      positions: z.array(count),
      draws: z.array(count),
      order: z.array(horseId),
    }),
  ),
  valid: z.array(z.strictObject({ what: z.string(), record: z.unknown() })),
  invalid: z.array(
    z.strictObject({
      what: z.string(),
      failure: z.enum(RECORD_FAILURES),
      record: z.unknown(),
    }),
  ),
})

/** A whole file once more, from nothing but what its values follow from; without valid records that are not. */
export function racesMadeAgain(
  hashes: Hashes,
  file: RaceGoldenFile,
): RaceGoldenFile {
  const { last, terminal } = file.chain
  const steps = last.number - terminal.number
  return {
    ...file,
    chain: { last, terminal: linkBefore(hashes, last, steps) },
    races: file.races.map((race) => goldenRace(hashes, last, race)),
    finishes: file.finishes.map(goldenFinish),
    valid: file.valid.filter(({ record }) => !recordFailure(hashes, record)),
    invalid: file.invalid.map(({ what, record }) => ({
      what,
      failure: recordFailure(hashes, record),
      record,
    })),
  }
}

/** What of a file comes out otherwise when it is made again, in a few words each. */
export function raceGoldenDifferences(
  hashes: Hashes,
  file: RaceGoldenFile,
): string[] {
  const again = racesMadeAgain(hashes, file)
  return [
    ...(isSameJson(file.chain, again.chain) ? [] : ['the chain']),
    ...changed('race', file.races, again.races),
    ...changed('finish', file.finishes, again.finishes),
    ...file.valid
      .filter((one) => !again.valid.includes(one))
      .map(({ what }) => `${what}: not valid`),
    ...again.invalid.flatMap(({ what, failure: found }, index) => {
      const stated = file.invalid[index]?.failure
      return found === stated ? [] : [`${what}: ${stated}, found ${found}`]
    }),
  ]
}

function changed(
  what: string,
  stated: readonly object[],
  found: readonly (GoldenRace | GoldenFinish)[],
): string[] {
  return found.flatMap((one, index) =>
    isSameJson(stated[index], one) ? [] : [`${what} ${index}`],
  )
}
