import * as z from 'zod/mini'
import { assert } from '../../assert.ts'
import { stake } from '../../money/bet-limits.ts'
import { coinAmount } from '../../money/coin-amount.ts'
import { count } from '../../schemas/fields.ts'
import { card, cardText, toCard } from '../cards.ts'
import type {
  Choices,
  Game,
  JsonObject,
  Played,
  RequestedMove,
  Steps,
} from '../game.ts'
import { step } from '../requests.ts'
import { hand } from './blackjack-hand.ts'
import {
  type BlackjackOutcome,
  blackjackOutcome,
  getBlackjackPayout,
  handResult,
} from './blackjack-settlement.ts'
import {
  applyChoice,
  type BlackjackPosition,
  dealHands,
  getPrice,
  legalChoices,
} from './blackjack-table.ts'

const choice = z.enum(['hit', 'stand', 'double', 'split', 'insurance'])

const blackjackBet = z.strictObject({ betAmount: stake })
export type BlackjackBet = z.infer<typeof blackjackBet>

export const blackjackAction = z.union([
  z.strictObject({ action: choice }),
  // Automatic action after days of inactivity.
  z.strictObject({ action: z.literal('stand'), reason: z.literal('idle') }),
])
export type BlackjackAction = z.infer<typeof blackjackAction>

/** Accepts the stake with every action, and ignores it after the deal. */
const request = z.pipe(
  z.discriminatedUnion(
    'action',
    [
      z.strictObject({ action: z.literal('deal'), betAmount: stake }),
      z.strictObject({ action: choice, step, betAmount: z.optional(stake) }),
    ],
    'Choose deal, hit, stand, double, split or insurance',
  ),
  z.transform((body): RequestedMove<BlackjackBet, BlackjackAction> => {
    if (body.action === 'deal') return { start: { betAmount: body.betAmount } }
    return { act: { action: body.action }, step: body.step }
  }),
)

const steps: Steps<BlackjackPosition, BlackjackAction> = {
  action: blackjackAction,
  allows: (position, { action }) => legalChoices(position).includes(action),
  act: (position, { action }, draws) => applyChoice(position, action, draws),
  describe: ({ action }) => PAST_TENSE[action],
}

const PAST_TENSE = {
  hit: 'hit',
  stand: 'stood',
  double: 'doubled',
  split: 'split the pair',
  insurance: 'took insurance',
} as const

const choices: Choices<BlackjackPosition, BlackjackAction> = {
  legalActions: legalChoices,
  price: (position, { action }) => getPrice(position, action),
  exposure: getExposure,
  idle: {
    gameState: 'betting',
    playerHand: [],
    dealerHand: [],
    hands: [],
    active: null,
  },
  automaticAction: () => ({ action: 'stand', reason: 'idle' }),
  getReplacementAction: () => undefined,
}

/** The dealer's second card before the round is over. */
const hiddenCard = z.strictObject({ hidden: z.literal(true) })

const viewFields = {
  gameState: z.literal('playing'),
  /** Cards of the active hand, otherwise of the first. */
  playerHand: z.array(card),
  dealerHand: z.tuple([card, z.union([card, hiddenCard])], card),
  /** Two after a split, else one; payout and result once the round is over. */
  hands: z.array(
    z.strictObject({
      ...hand.shape,
      payout: z.optional(coinAmount),
      result: z.optional(z.string()),
    }),
  ),
  /** Index of the active hand; null if there is none. */
  active: z.nullable(count),
  insuranceOffered: z.boolean(),
  insurance: blackjackOutcome.shape.insurance,
  /** Present once the round is over. */
  result: z.optional(z.string()),
}

/** Unlimited decks, 3:2, dealer stands on 17; one split, insurance 2:1. */
export const blackjack = {
  path: 'blackjack',
  gameType: 'Blackjack' as const,
  rulesVersion: 1,
  expectedReturn: { mean: 0.9943 },
  requests: [
    {
      path: 'blackjack',
      summary: 'Deal a hand or play it',
      example: { action: 'deal', betAmount: 10 },
      body: request,
    },
  ],
  bet: blackjackBet,
  outcome: blackjackOutcome,
  viewFields,
  exposure: getExposure,
  start: ({ betAmount }, draws) => dealHands(betAmount, draws),
  view: viewTable,
  describe: ({ result }) => result,
  explain: (round, index) =>
    cardExplanation(round, index) ?? roundingExplanation(round),
  steps,
  choices,
} satisfies Game<
  BlackjackBet,
  BlackjackOutcome,
  BlackjackPosition,
  BlackjackAction
>

/**
 * Returns the exposure of a split with both hands doubled and won. Reserved at
 * the deal, so that legal actions are never refused for lack of bankroll.
 */
function getExposure({ betAmount }: { betAmount: number }) {
  return { payout: 8 * betAmount, loss: 4 * betAmount }
}

function viewTable(position: BlackjackPosition): JsonObject {
  const { dealer, betAmount, isInsurable, insurance, outcome } = position
  const [up] = dealer
  const hands = outcome?.hands.map(addResult) ?? position.hands
  const active = hands.findIndex(({ state }) => state === 'playing')
  return {
    gameState: 'playing',
    playerHand: hands[Math.max(active, 0)]?.cards ?? [],
    dealerHand: outcome ? dealer : [up, { hidden: true }],
    hands,
    active: active === -1 ? null : active,
    betAmount,
    insuranceOffered: isInsurable,
    insurance,
    ...(outcome && { result: outcome.result, payout: outcome.payout }),
  }
}

function addResult(hand: BlackjackOutcome['hands'][number]) {
  return { ...hand, result: handResult(hand) }
}

type PlayedBlackjack = Played<BlackjackBet, BlackjackOutcome>

function cardExplanation({ draws, outcome }: PlayedBlackjack, index: number) {
  const receiver = listReceivers(outcome)[index]
  const draw = draws[index]
  assert(draw !== undefined, 'an index is in range')
  return receiver && `${receiver}: ${cardText(toCard(draw))}`
}

/** Returns the receiver of each card, in the order of the draws. */
function listReceivers({ hands, dealerHand }: BlackjackOutcome): string[] {
  const isSplit = hands.length > 1
  const toName = (at: number) =>
    isSplit ? `${at === 0 ? 'first' : 'second'} hand` : 'player'
  const split = isSplit ? hands.map((_, at) => toName(at)) : []
  const later = hands.flatMap(({ cards }, at) =>
    cards.slice(2).map(() => toName(at)),
  )
  const dealer = dealerHand.slice(2).map(() => 'dealer')
  return [
    'player',
    'dealer',
    'player',
    'dealer, hidden',
    ...split,
    ...later,
    ...dealer,
  ]
}

/** Explains the draw that rounds a blackjack's win of half a coin. */
function roundingExplanation({ bet, outcome }: PlayedBlackjack): string {
  const { payout } = outcome
  const { numerator, denominator } = getBlackjackPayout(bet.betAmount)
  const whole = numerator / denominator
  const side = payout > whole ? 'below ½' : '½ or more'
  return `${side}: ${whole}.50 becomes ${payout}`
}
