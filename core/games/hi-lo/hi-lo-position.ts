import * as z from 'zod/mini'
import type { Draws } from '../../fairness/draws.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { type Coins, coins } from '../../money/coins.ts'
import { type Ratio, roundFairly } from '../../money/fair-rounding.ts'
import { type Card, card, cardText, toCard } from '../cards.ts'
import { type Guess, getGain, guess, isRight } from './hi-lo-guess.ts'

export const hiLoAction = z.union([
  z.strictObject({ action: z.literal('play'), choice: guess }),
  z.strictObject({ action: z.literal('skip') }),
  z.strictObject({ action: z.literal('cashout') }),
  z.strictObject({ action: z.literal('cashout'), reason: z.literal('idle') }),
  z.strictObject({
    action: z.literal('cashout'),
    reason: z.literal('house_limit'),
    choice: guess,
    limit: z.int().check(z.nonnegative()),
  }),
])
export type HiLoAction = z.infer<typeof hiLoAction>

const digits = z.string().check(z.regex(/^\d+$/))

export const hiLoOutcome = z.strictObject({
  payout: coinAmount,
  /** All cards shown, in order. */
  cards: z.array(card),
  consecutiveWins: z.int().check(z.nonnegative()),
  /** Exact multiplier of the stake; 0 after a wrong guess. */
  multiplier: z.strictObject({ numerator: digits, denominator: digits }),
  /** Reason for the end; the last two are automatic cash-outs. */
  end: z.enum(['wrong_guess', 'cashout', 'idle', 'house_limit']),
})
export type HiLoOutcome = z.infer<typeof hiLoOutcome>

export type HiLoPosition = {
  staked: Coins
  current: Card
  /** Cards shown before the current one, in order. */
  earlier: readonly Card[]
  skips: number
  consecutiveWins: number
  /** Factor of the stake so far. */
  multiplier: Ratio
  outcome?: HiLoOutcome
}

/** Starts a round with its first card. */
export function startRound(staked: Coins, draws: Draws): HiLoPosition {
  return {
    staked,
    current: toCard(draws(0)),
    earlier: [],
    skips: 0,
    consecutiveWins: 0,
    multiplier: { numerator: 1n, denominator: 1n },
  }
}

/** Applies an allowed action. */
export function applyAction(
  position: HiLoPosition,
  action: HiLoAction,
  draws: Draws,
): HiLoPosition {
  switch (action.action) {
    case 'play':
      return applyGuess(position, action.choice, draws)
    case 'skip':
      return { ...drawNextCard(position, draws), skips: position.skips + 1 }
    case 'cashout':
      return cashOut(
        position,
        'reason' in action ? action.reason : 'cashout',
        draws,
      )
  }
}

/** Returns all cards shown, in order; the n-th is the n-th draw. */
export function listCards({ earlier, current }: HiLoPosition): Card[] {
  return [...earlier, current]
}

/** Returns the winnings so far, exactly, in coins. */
export function getWinnings({ staked, multiplier }: HiLoPosition): Ratio {
  const { numerator, denominator } = multiplier
  return { numerator: BigInt(staked) * numerator, denominator }
}

/** Multiplies the winnings by the gain of a correct guess. */
export function applyWin(position: HiLoPosition, gain: Ratio): HiLoPosition {
  const { multiplier, consecutiveWins } = position
  return {
    ...position,
    consecutiveWins: consecutiveWins + 1,
    multiplier: multiply(multiplier, gain),
  }
}

function drawNextCard(position: HiLoPosition, draws: Draws): HiLoPosition {
  const earlier = listCards(position)
  return { ...position, earlier, current: toCard(draws(earlier.length)) }
}

function applyGuess(
  position: HiLoPosition,
  choice: Guess,
  draws: Draws,
): HiLoPosition {
  const next = drawNextCard(position, draws)
  if (isRight(choice, position.current, next.current)) {
    return applyWin(next, getGain(choice, position.current))
  }
  const multiplier = { numerator: 0n, denominator: 1n }
  return addOutcome({ ...next, multiplier }, 'wrong_guess', coins(0))
}

function cashOut(
  position: HiLoPosition,
  end: HiLoOutcome['end'],
  draws: Draws,
): HiLoPosition {
  const nextDraw = () => draws(listCards(position).length)
  return addOutcome(position, end, roundFairly(getWinnings(position), nextDraw))
}

function addOutcome(
  position: HiLoPosition,
  end: HiLoOutcome['end'],
  payout: Coins,
): HiLoPosition {
  const { multiplier, consecutiveWins } = position
  const outcome = {
    payout,
    cards: listCards(position),
    consecutiveWins,
    multiplier: {
      numerator: String(multiplier.numerator),
      denominator: String(multiplier.denominator),
    },
    end,
  }
  return { ...position, outcome }
}

/** Describes the end of the round in a sentence. */
export function hiLoMessage({ end, payout, cards }: HiLoOutcome): string {
  switch (end) {
    case 'cashout':
      return `You cashed out ${payout} coins`
    case 'idle':
      return `You were away for too long, so ${payout} coins were cashed out for you`
    case 'house_limit':
      return `The house could not cover another guess, so ${payout} coins were cashed out for you`
    case 'wrong_guess':
      return `Wrong guess: ${cards.slice(-2).map(cardText).join(', then ')}`
  }
}

/** Round as shown to its player; the n-th action was taken on the n-th card. */
type HiLoView = {
  betAmount: Coins
  cards: readonly Card[]
  actions: readonly HiLoAction[]
}

/** Returns the winnings so far of a shown round, exactly, in coins. */
export function winningsSoFar({ betAmount, cards, actions }: HiLoView): Ratio {
  const stake = { numerator: BigInt(betAmount), denominator: 1n }
  return actions.reduce((winnings, action, index) => {
    const card = cards[index]
    const isGuess = action.action === 'play' && card !== undefined
    return isGuess ? multiply(winnings, getGain(action.choice, card)) : winnings
  }, stake)
}

/** Returns the winnings after a correct guess on the last card, exactly, in coins. */
export function getNextWinnings(choice: Guess, round: HiLoView): Ratio {
  const winnings = winningsSoFar(round)
  const current = round.cards.at(-1)
  return current ? multiply(winnings, getGain(choice, current)) : winnings
}

function multiply(one: Ratio, other: Ratio): Ratio {
  return {
    numerator: one.numerator * other.numerator,
    denominator: one.denominator * other.denominator,
  }
}
