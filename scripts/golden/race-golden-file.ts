import * as z from 'zod/mini'
import { recordFailure } from '#core/evidence/verify.ts'
import { isSameJson } from '#core/fairness/canonical-json.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { coinAmount } from '#core/money/coin-amount.ts'
import { horseId } from '#core/race/horses.ts'
import { finishOrder } from '#core/race/race.ts'
import { raceBet } from '#core/race/race-bet.ts'
import { chainHead, saltBlock, saltChain, voidReason } from '#core/race/salt.ts'
import {
  type ChainLink,
  linkBefore,
  previousSeed,
} from '#core/race/seed-chain.ts'
import {
  type AcceptedRaceBet,
  RACE_GAME_TYPE,
  type RaceInputs,
  raceOutcome,
  settledHash,
  settledRace,
  settledRaceBet,
} from '#core/race/settled-race.ts'
import { count, hex64 } from '#core/schemas/fields.ts'
import {
  changedFailures,
  changedItems,
  checkedAgain,
  type InvalidRecord,
  invalidRecord,
} from './golden-file.ts'

const link = z.strictObject({ number: count, seed: hex64 })

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

export const raceGoldenFile = z.strictObject({
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
  invalid: z.array(invalidRecord),
})

/** Golden vectors of the horse race: core/race/golden/vectors.json. */
export type RaceGoldenFile = Omit<z.infer<typeof raceGoldenFile>, 'invalid'> & {
  invalid: InvalidRecord[]
}

/** A race with bets and every value that follows from its inputs. */
export type GoldenRace = RaceGoldenFile['races'][number]

/** Positions on the last tick, the draws that break ties, and the resulting order. */
export type GoldenFinish = RaceGoldenFile['finishes'][number]

/** Recomputes a whole file from its inputs; drops valid records that fail a check. */
export function regeneratedRaces(
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
    invalid: checkedAgain(hashes, file.invalid),
  }
}

/** Lists what differs when a file is regenerated, in a few words each. */
export function raceGoldenDifferences(
  hashes: Hashes,
  file: RaceGoldenFile,
): string[] {
  const again = regeneratedRaces(hashes, file)
  return [
    ...(isSameJson(file.chain, again.chain) ? [] : ['the chain']),
    ...changedItems('race', file.races, again.races),
    ...changedItems('finish', file.finishes, again.finishes),
    ...file.valid
      .filter((one) => !again.valid.includes(one))
      .map(({ what }) => `${what}: not valid`),
    ...changedFailures(file.invalid, again.invalid),
  ]
}

/** Inputs of a golden race, except for the chain's last seed. */
export type GoldenRaceInput = Omit<RaceInputs, 'serverSeed'> & {
  bets: readonly AcceptedRaceBet[]
}

/** Runs a race of a chain, given the chain's last link. */
export function goldenRace(
  hashes: Hashes,
  last: ChainLink,
  given: GoldenRaceInput,
): GoldenRace {
  const { rulesVersion, number, closedAtMs, bets } = given
  const { saltChain, head, voidReason, saltBlock } = given
  const { seed } = linkBefore(hashes, last, last.number - number)
  const race = settledRace(hashes, { ...given, serverSeed: seed })
  return {
    rulesVersion,
    number,
    closedAtMs,
    ...(saltChain && { saltChain }),
    ...(head && { head }),
    ...(voidReason && { voidReason }),
    ...(saltBlock && { saltBlock }),
    serverSeed: seed,
    commitment: previousSeed(hashes, seed),
    ...(race.raceId && { raceId: race.raceId }),
    outcome: race.outcome,
    raceHash: settledHash(hashes, race),
    bets: bets.map((accepted) => {
      const settled = settledRaceBet(hashes, race, accepted)
      const { payout } = settled.outcome
      const betHash = settledHash(hashes, settled)
      const { id, bet, index } = accepted
      return { id, bet, index, payout, betHash }
    }),
  }
}

/** Orders the horses, keeping only the draws that the ties use. */
export function goldenFinish({
  positions,
  draws,
}: Pick<GoldenFinish, 'positions' | 'draws'>): GoldenFinish {
  let used = 0
  const order = finishOrder(positions, () => draws[used++] ?? 0)
  return { positions, draws: draws.slice(0, used), order }
}
