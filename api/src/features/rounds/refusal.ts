import { DomainError } from '#core/errors.ts'
import type { Bet, Game } from '#core/games/game.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import type { PlannedMove } from './planned-move.ts'

/** What comes before a move in its run, should all of that lose or all win. */
export type Load = {
  /** The balance before the run, in coins. */
  balance: number
  /** What the run's moves take, and the most they could bring, in coins. */
  staked: number
  gain: number
  /** What the jackpot was when it was last looked at, in coins. */
  pot: number
}

/** The pot goes on growing until a spin that hits it is decided. */
const POT_GROWTH = 2

/** Refusals depend on what was asked, never on an outcome. */
export function refusal(
  planned: PlannedMove,
  { balance, staked, gain, pot }: Load,
): DomainError | undefined {
  const { price } = planned
  if (price > balance - staked) {
    return new DomainError(
      'insufficient_coins',
      `This bet takes ${price} coins and you have ${balance}.`,
      { balance },
    )
  }
  // In this order no difference that decides is beyond what is exact.
  if (mostPaid(planned, pot) - price > MAX_COINS - balance - gain) {
    return new DomainError(
      'balance_limit',
      'A win could be more than a balance can hold.',
    )
  }
  return undefined
}

function mostPaid({ round, exposure }: PlannedMove, pot: number): number {
  const jackpot = round.game.jackpot ? POT_GROWTH * pot : 0
  return Math.max(exposure.payout, jackpot)
}

/** @param free what the house can lose at most, in coins. */
export function houseLimit({ round }: PlannedMove, free: number): DomainError {
  const largestStake = largestStakeFor(round, free)
  return new DomainError(
    'house_limit',
    `The house can not cover a win of that size now. ${largestText(largestStake)}`,
    { largestStake },
  )
}

function largestText(largestStake: number): string {
  return largestStake > 0
    ? `The largest bet is ${largestStake} coins.`
    : 'It takes no bets on this game until it has coins again.'
}

/** Halves its way to the largest stake whose loss the house can bear. */
function largestStakeFor(
  { game, bet }: { game: Game; bet: Bet },
  free: number,
): number {
  let fits = 0
  let exceeds: number = bet.betAmount
  while (exceeds - fits > 1) {
    const middle = Math.floor((fits + exceeds) / 2)
    const tried = { ...bet, betAmount: coins(middle) }
    if (game.exposure(tried).loss <= free) fits = middle
    else exceeds = middle
  }
  return fits
}
