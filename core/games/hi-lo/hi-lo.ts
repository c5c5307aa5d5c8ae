import * as z from 'zod/mini'
import { assert } from '../../assert.ts'
import { stake } from '../../money/bet-limits.ts'
import { MAX_COINS } from '../../money/coins.ts'
import { type Ratio, roundUp, twoDecimals } from '../../money/fair-rounding.ts'
import { count } from '../../schemas/fields.ts'
import { card, cardText } from '../cards.ts'
import type { Choices, Game, GameRequest, JsonObject, Played } from '../game.ts'
import { plainRequest, startRequest, step } from '../requests.ts'
import { roundingExplanation } from '../rounding-explanation.ts'
import { getGain, guess, toPercent } from './hi-lo-guess.ts'
import {
  applyAction,
  applyWin,
  getWinnings,
  type HiLoAction,
  type HiLoOutcome,
  type HiLoPosition,
  hiLoAction,
  hiLoMessage,
  hiLoOutcome,
  listCards,
  startRound,
} from './hi-lo-position.ts'

const hiLoBet = z.strictObject({ betAmount: stake })
export type HiLoBet = z.infer<typeof hiLoBet>

export const MOST_SKIPS = 52
const MOVES = ['play', 'skip', 'cashout'] as const

const playRequest: GameRequest<never, HiLoAction> = {
  path: 'hilo/play',
  summary: 'Guess the next card',
  example: { choice: 'higher' },
  body: z.pipe(
    z.strictObject({ choice: guess, step }),
    z.transform(({ choice, ...seen }) => ({
      act: { action: 'play' as const, choice },
      ...seen,
    })),
  ),
}

/** At most two decimals. */
const amount = z.number().check(z.nonnegative())

const viewFields = {
  gameActive: z.boolean(),
  currentCard: card,
  previousCard: z.nullable(card),
  consecutiveWins: count,
  streakMultiplier: amount,
  /** In coins; 0 before the first correct guess. */
  accumulatedWinnings: amount,
  higherProbability: amount,
  lowerProbability: amount,
  /** All cards so far, in order; each action except a cash-out draws one. */
  cards: z.array(card),
  skipsLeft: count,
  actions: z.array(hiLoAction),
  /** Result, once the round is over. */
  message: z.optional(z.string()),
}

const choices: Choices<HiLoPosition, HiLoAction> = {
  legalActions: (position) => MOVES.filter((move) => isLegal(position, move)),

  price: () => 0,

  exposure(position, action) {
    const { current, staked } = position
    const best =
      action.action === 'play'
        ? applyWin(position, getGain(action.choice, current))
        : position
    const payout = roundUp(getWinnings(best))
    return { payout, loss: payout - staked }
  },

  idle: {
    gameActive: false,
    currentCard: null,
    previousCard: null,
    consecutiveWins: 0,
    streakMultiplier: 0,
    accumulatedWinnings: 0,
    betAmount: 0,
    higherProbability: 0,
    lowerProbability: 0,
    cards: [],
    skipsLeft: 0,
  },

  automaticAction(why) {
    const { reason } = why
    if (reason === 'idle') return { action: 'cashout', reason }
    const { limit, refused } = why
    assert(refused.action === 'play', 'only guesses can exceed the limit')
    return { action: 'cashout', reason, choice: refused.choice, limit }
  },

  getReplacementAction(action) {
    if (!('reason' in action) || action.reason === 'idle') return undefined
    return { action: 'play', choice: action.choice }
  },
}

/**
 * Draw n is the n-th card, counted from 0. The draw after the last card rounds a
 * cash-out to whole coins.
 */
export const hiLo = {
  path: 'hilo',
  gameType: 'Hi-Lo' as const,
  rulesVersion: 1,
  /** Return of one guess; each further one multiplies it by 0.99. */
  expectedReturn: { mean: 0.99 },
  requests: [
    startRequest(
      {
        path: 'hilo/start',
        summary: 'Start a game',
        example: { betAmount: 10 },
      },
      hiLoBet,
    ),
    playRequest,
    plainRequest(
      { path: 'hilo/skip', summary: 'Skip a card' },
      { action: 'skip' },
    ),
    plainRequest(
      { path: 'hilo/cashout', summary: 'Cash out' },
      { action: 'cashout' },
    ),
  ],
  bet: hiLoBet,
  outcome: hiLoOutcome,
  viewFields,

  exposure: ({ betAmount }) => ({ payout: betAmount, loss: 0 }),
  start: ({ betAmount }, draws) => startRound(betAmount, draws),
  view: getState,
  describe: hiLoMessage,

  explain: (round, index) =>
    index < round.outcome.cards.length
      ? cardExplanation(round, index)
      : roundingExplanation(getRoundWinnings(round), round.outcome.payout),

  steps: {
    action: hiLoAction,
    allows: (position, action) =>
      'reason' in action
        ? isWarranted(position, action)
        : isLegal(position, action.action),
    act: applyAction,
    describe: describeAction,
  },
  choices,
} satisfies Game<HiLoBet, HiLoOutcome, HiLoPosition, HiLoAction>

function isLegal(position: HiLoPosition, move: HiLoAction['action']): boolean {
  if (position.outcome) return false
  switch (move) {
    case 'play':
      return true
    case 'skip':
      return position.skips < MOST_SKIPS
    case 'cashout':
      return position.consecutiveWins > 0
  }
}

/**
 * True if an automatic cash-out is allowed, also before the first guess. A house
 * limit can't be verified, but must have refused a guess that the rules allow.
 */
function isWarranted(
  position: HiLoPosition,
  action: Extract<HiLoAction, { reason: string }>,
): boolean {
  if (position.outcome) return false
  if (action.reason === 'idle') return true
  const win = roundUp(
    getWinnings(applyWin(position, getGain(action.choice, position.current))),
  )
  const rise = win - roundUp(getWinnings(position))
  return win <= MAX_COINS && rise > action.limit
}

function describeAction(action: HiLoAction): string {
  switch (action.action) {
    case 'play':
      return `guessed ${action.choice}`
    case 'skip':
      return 'skipped'
    case 'cashout':
      return 'cashed out'
  }
}

function getState(position: HiLoPosition): JsonObject {
  const { staked, current, earlier, consecutiveWins, outcome } = position
  return {
    gameActive: outcome === undefined,
    currentCard: current,
    previousCard: earlier.at(-1) ?? null,
    consecutiveWins,
    streakMultiplier: twoDecimals(position.multiplier),
    accumulatedWinnings:
      consecutiveWins > 0 ? twoDecimals(getWinnings(position)) : 0,
    betAmount: staked,
    higherProbability: toPercent('higher', current),
    lowerProbability: toPercent('lower', current),
    cards: listCards(position),
    skipsLeft: MOST_SKIPS - position.skips,
    ...(outcome && { payout: outcome.payout, message: hiLoMessage(outcome) }),
  }
}

type PlayedHiLo = Played<HiLoBet, HiLoOutcome>

function getRoundWinnings({ bet, outcome: { multiplier } }: PlayedHiLo): Ratio {
  return {
    numerator: BigInt(bet.betAmount) * BigInt(multiplier.numerator),
    denominator: BigInt(multiplier.denominator),
  }
}

/** Explains a card's draw; every action except the cash-out draws one. */
function cardExplanation(round: PlayedHiLo, index: number): string {
  const { cards, end } = round.outcome
  const shown = cards
    .slice(index, index + 1)
    .map(cardText)
    .join()
  const action = round.actions?.[index - 1]
  if (!action) return `${shown}: the first card`
  if (action.action === 'skip') return `${shown}: skipped to`
  const isWrong = end === 'wrong_guess' && index === cards.length - 1
  return `${shown}: ${action.choice}, ${isWrong ? 'wrong' : 'right'}`
}
