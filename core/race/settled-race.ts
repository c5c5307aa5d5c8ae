import * as z from 'zod/mini'
import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { JsonObject } from '../games/game.ts'
import type { Coins } from '../money/coins.ts'
import { horseId, horseName, horses } from './horses.ts'
import { type Race, runRace } from './race.ts'
import { type RaceBet, raceBetPayout } from './race-bet.ts'
import { deriveRaceId } from './race-id.ts'
import {
  type ChainHead,
  type SaltBlock,
  type SaltChain,
  toSalt,
  type VoidReason,
} from './salt.ts'
import { previousSeed } from './seed-chain.ts'

/** Name of races and bets on them in records and transactions. */
export const RACE_GAME_TYPE = 'Horse Race'

/**
 * Version of new races; records of older versions must stay replayable. Version
 * 2 binds the id, chain, head and void reason, and uses a later salt block.
 */
export const RACE_RULES_VERSION = 2
export const isRaceRulesVersion = (version: number): boolean =>
  version === 1 || version === RACE_RULES_VERSION

/** Inputs of a race. */
export type RaceInputs = {
  rulesVersion: number
  /** Counts races, from 1. */
  number: number
  serverSeed: string
  /** Close of betting, in epoch milliseconds; published before any bet. */
  closedAtMs: number
  /** Published before any bet; absent in version 1. */
  saltChain?: SaltChain | undefined
  /** Absent if no node answered, and in version 1. */
  head?: ChainHead | undefined
  /** Present in void races from version 2 on. */
  voidReason?: VoidReason | undefined
  /** Absent in void races. */
  saltBlock?: SaltBlock | undefined
}

const runOutcome = z.strictObject({
  winner: horseId,
  /** From first to fourth. */
  order: z.array(horseId).check(z.length(horses.length)),
  ticks: z.int(),
  /** Positions of horses 1 to 4 on the last tick. */
  positions: z.array(z.int()).check(z.length(horses.length)),
})
type RunOutcome = z.infer<typeof runOutcome>

const voidOutcome = z.strictObject({ void: z.literal(true) })
type VoidOutcome = z.infer<typeof voidOutcome>

/** Outcome of a race, completed or void. */
export const raceOutcome = z.union([runOutcome, voidOutcome])
export type RaceOutcome = z.infer<typeof raceOutcome>

/** Hashed fields of every finished race, named as in docs/fairness.md. */
type SettledFields = {
  gameType: typeof RACE_GAME_TYPE
  rulesVersion: number
  nonce: number
  serverSeed: string
  closedAtMs: number
  /** Present from version 2 on. */
  raceId?: string
  saltChain?: SaltChain
  head?: ChainHead
  voidReason?: VoidReason
}

type RunRace = SettledFields & {
  /** Salt, in place of a client seed. */
  clientSeed: string
  saltBlock: SaltBlock
  outcome: RunOutcome
}

type VoidRace = SettledFields & { outcome: VoidOutcome }

export type SettledRace = RunRace | VoidRace

/** Runs a race from its inputs; without a salt block it is void. */
export function settledRace(hashes: Hashes, inputs: RaceInputs): SettledRace {
  const { rulesVersion, number, serverSeed, closedAtMs, saltBlock } = inputs
  const fields: SettledFields = {
    gameType: RACE_GAME_TYPE,
    rulesVersion,
    nonce: number,
    serverSeed,
    closedAtMs,
    ...boundFields(hashes, inputs),
  }
  if (!saltBlock) return { ...fields, outcome: { void: true } }
  const salt = toSalt(saltBlock)
  const race = runRace(hashes, { serverSeed, salt, number })
  return { ...fields, clientSeed: salt, saltBlock, outcome: toOutcome(race) }
}

/** Returns the members that only version 2 binds. */
function boundFields(
  hashes: Hashes,
  { saltChain, head, voidReason, ...inputs }: RaceInputs,
): Partial<SettledFields> {
  if (inputs.rulesVersion === 1 || !saltChain) return {}
  const commitment = previousSeed(hashes, inputs.serverSeed)
  return {
    raceId: deriveRaceId(hashes, { ...inputs, commitment, saltChain }),
    saltChain,
    ...(head && { head }),
    ...(voidReason && { voidReason }),
  }
}

/** Returns the SHA-256 of a settled race's or bet's canonical JSON, in hex. */
export function settledHash(hashes: Hashes, settled: JsonObject): string {
  return hashes.sha256(canonicalJson(settled))
}

/** Summarizes the outcome of a race. */
export function describeRace(outcome: RaceOutcome): string {
  return 'void' in outcome ? 'Void' : `${horseName(outcome.winner)} Won!`
}

function toOutcome({ winner, order, ticks, positions }: Race): RunOutcome {
  return { winner, order: [...order], ticks, positions: [...positions(ticks)] }
}

export type RaceBetOutcome = RaceOutcome & { readonly payout: Coins }

/** Accepted bet and its index among those of its race, from 0. */
export type AcceptedRaceBet = { id: string; bet: RaceBet; index: number }

/** Hashed fields of a bet on a finished race. */
export type SettledRaceBet = Omit<SettledRace, 'outcome'> & {
  /** Present from version 2 on. */
  betId?: string
  bet: RaceBet
  index: number
  outcome: RaceBetOutcome
}

/** Settles a bet on a race; a void race returns the stake. */
export function settledRaceBet(
  hashes: Hashes,
  race: SettledRace,
  { id: betId, bet, index }: AcceptedRaceBet,
): SettledRaceBet {
  const payout = getPayout(hashes, race, { bet, index })
  const isIdBound = race.rulesVersion > 1
  return {
    ...race,
    ...(isIdBound && { betId }),
    bet,
    index,
    outcome: { ...race.outcome, payout },
  }
}

/** Summarizes the outcome of a bet. */
export function describeRaceBet(outcome: RaceBetOutcome): string {
  const { payout } = outcome
  if ('void' in outcome) return `Void: ${payout} coins returned`
  const winner = horseName(outcome.winner)
  return payout > 0 ? `Won ${payout} coins on ${winner}` : `Lost to ${winner}`
}

function getPayout(
  hashes: Hashes,
  race: SettledRace,
  { bet: { horseId, amount }, index }: Omit<AcceptedRaceBet, 'id'>,
): Coins {
  if (!('clientSeed' in race)) return amount
  const { serverSeed, clientSeed: salt, outcome } = race
  const isWin = horseId === outcome.winner
  return raceBetPayout(hashes, { amount, isWin, serverSeed, salt, index })
}
