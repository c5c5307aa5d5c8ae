import { assert } from '#core/assert.ts'
import type { Game } from '#core/games/game.ts'
import type { Deviation } from '#core/games/return-check.ts'
import { forEachFinishedRound } from '../../api/src/betting/rounds/finished-rounds.service.ts'
import type { Database } from '../../api/src/platform/db/database.ts'
import {
  addDeviations,
  NO_DEVIATION,
  spreadDeviation,
} from '../game-kits/deviation.ts'
import type { GameKit, PaidRound } from '../game-kits/game-kit.ts'

/** Totals of finished rounds, in coins. */
export type Tally = {
  rounds: number
  /** Rounds with a payout. */
  hits: number
  staked: number
  paid: number
  deviation: Deviation
}

export const NO_ROUNDS: Tally = {
  rounds: 0,
  hits: 0,
  staked: 0,
  paid: 0,
  deviation: NO_DEVIATION,
}

export function addTallies(one: Tally, other: Tally): Tally {
  return {
    rounds: one.rounds + other.rounds,
    hits: one.hits + other.hits,
    staked: one.staked + other.staked,
    paid: one.paid + other.paid,
    deviation: addDeviations(one.deviation, other.deviation),
  }
}

/** Returns the tally of one round. */
export function toTally(
  round: Pick<Tally, 'staked' | 'paid' | 'deviation'>,
): Tally {
  return { ...round, rounds: 1, hits: round.paid > 0 ? 1 : 0 }
}

/** Totals of a game. */
export type GameTally = { base: Tally; jackpot: Tally }

export const NOT_PLAYED: GameTally = { base: NO_ROUNDS, jackpot: NO_ROUNDS }

/** Adds up all finished rounds in one snapshot, by game type. */
export async function readTallies(
  db: Database,
  kits: readonly GameKit[],
): Promise<Map<string, GameTally>> {
  const tallies = new Map<string, GameTally>()
  await forEachFinishedRound(db, (round) => {
    const before = tallies.get(round.gameType) ?? NOT_PLAYED
    tallies.set(round.gameType, withRound(before, round, kits))
  })
  return tallies
}

export type PlayedRound = PaidRound & {
  gameType: string
  rulesVersion: number
  stake: number
}

type Returns = {
  game: Pick<Game, 'gameType' | 'rulesVersion' | 'expectedReturn'>
  returns: Pick<GameKit['returns'], 'getDeviation' | 'jackpot'>
}

/**
 * Adds a round by the rules it was played by. Jackpots are rare and large, so
 * they are counted apart: a round that hits one is no round of the base game.
 */
export function withRound(
  { base, jackpot }: GameTally,
  round: PlayedRound,
  kits: readonly Returns[],
): GameTally {
  const { bet, gameType, payout, rulesVersion, stake: staked } = round
  const kit = kits.find(
    ({ game }) =>
      game.gameType === gameType && game.rulesVersion === rulesVersion,
  )
  assert(kit !== undefined, 'every game ever played has a kit')
  const { game, returns } = kit
  const isHit = returns.jackpot !== undefined && round.actions !== null
  const add = (tally: Tally, paid: number, deviation: Deviation) =>
    addTallies(tally, toTally({ staked, paid, deviation }))
  return {
    base: isHit
      ? base
      : add(
          base,
          payout,
          returns.getDeviation?.(round) ?? spreadDeviation(game, round),
        ),
    jackpot: returns.jackpot
      ? add(
          jackpot,
          isHit ? payout : 0,
          returns.jackpot.getDeviation(bet.betAmount, isHit),
        )
      : jackpot,
  }
}
