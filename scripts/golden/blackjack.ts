import { WORDS_A_BLOCK } from '#core/fairness/draws.ts'
import type { Round } from '#core/fairness/round.ts'
import {
  type BlackjackAction,
  blackjack,
} from '#core/games/blackjack/blackjack.ts'
import {
  HIGHEST_TOTAL,
  handTotal,
  isBlackjack,
  toPoints,
} from '#core/games/blackjack/blackjack-hand.ts'
import {
  type BlackjackOutcome,
  blackjackOutcome,
  getBlackjackPayout,
} from '#core/games/blackjack/blackjack-settlement.ts'
import {
  type BlackjackPosition,
  type Choice,
  DEALER_STANDS,
  legalChoices,
} from '#core/games/blackjack/blackjack-table.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { forbidden, reversed } from './forge.ts'
import type { GoldenRound } from './golden-file.ts'
import {
  type Cases,
  describeRounding,
  type GoldenPlan,
  ROUNDINGS,
  type Turn,
  toCases,
} from './plan.ts'

/** Largest stake whose win a balance can hold when both split hands are doubled. */
const LARGEST_STAKE = Math.floor(MAX_COINS / 8)
const RARE_CHOICES: readonly Choice[] = ['insurance', 'split', 'double']
const BET = { betAmount: coins(10) }
const STAND = { action: 'stand' }

const notAllowed = (
  what: string,
  choices: string,
  where: (round: Round) => boolean,
  bet = BET,
) => {
  const actions = choices.split(' ').map((action) => ({ action }))
  return forbidden(what, { bet, actions, where })
}

export const plan: GoldenPlan = {
  game: blackjack,
  epoch: 3,
  stakes: [1, 2, 3, 5, 10, 25, 99, 100, 1_001, 123_456_789, LARGEST_STAKE],
  toAction,
  cases,
  invalid: [
    {
      what: 'a hand that stood:',
      bet: BET,
      actions: [STAND],
      where: isPlain,
      rows: [
        ['bet', 'gameData.bet.action', 'deal'],
        ['action', 'gameData.actions.0', {}, { action: 'surrender' }],
        ['action', 'gameData.actions.0.reason', 'bored'],
        ['action', 'gameData.actions.0', { action: 'hit', reason: 'idle' }],
        ['action', 'gameData.actions.0.hand', 0],
        ['action', 'gameData.actions.1', STAND, { action: 'hit' }],
        ['unfinished', 'gameData.actions', []],
        ['outcome', 'gameData.outcome.dealerHand', reversed],
      ],
    },
    {
      what: 'a loss at once:',
      bet: BET,
      where: (round) => isPlain(round) && round.outcome.payout === 0,
      rows: [['bet', 'gameData.bet.betAmount', LARGEST_STAKE + 1]],
    },
    {
      what: 'a blackjack paid 6:5:',
      bet: BET,
      where: isPaidBlackjack,
      rows: [['outcome', 'gameData.outcome', withPayout(22)]],
    },
    {
      what: 'half a coin rounded up instead of down:',
      bet: { betAmount: coins(1) },
      where: (round) => isPaidBlackjack(round) && round.outcome.payout === 2,
      rows: [['outcome', 'gameData.outcome', withPayout(3)]],
    },
    {
      what: 'split aces:',
      bet: BET,
      actions: [{ action: 'split' }],
      where: (round) => getFirsts(round).every((points) => points === 11),
      rows: [['action', 'gameData.actions.1', { action: 'hit' }]],
    },
    notAllowed(
      'a split of no pair',
      'split stand stand',
      (round) => isPlain(round) && !isOfPair(round),
    ),
    notAllowed(
      'a second split',
      'split split stand stand stand',
      (round) => isPlain(round) && isOfPair(round),
    ),
    notAllowed('a double of three cards', 'hit double', isPlain),
    notAllowed('an insurance without an ace', 'insurance stand', isPlain),
    notAllowed('an insurance after a hit', 'hit insurance stand', isUnderAce),
    notAllowed('a second insurance', 'insurance insurance stand', isUnderAce),
    notAllowed('an insurance of a stake of 1', 'insurance stand', isUnderAce, {
      betAmount: coins(1),
    }),
    notAllowed('a hit for a blackjack', 'hit', isOfBlackjack),
    notAllowed('a double for a blackjack', 'double', isOfBlackjack),
  ],
}

/** Mixes careful, rare and random choices, and idle players. */
function toAction(position: BlackjackPosition, turn: Turn): BlackjackAction {
  const { index, step, random } = turn
  if (index % 16 === 15 && step >= Math.floor(index / 16) % 2) {
    return { action: 'stand', reason: 'idle' }
  }
  const legal = legalChoices(position)
  const hand = position.hands.find(({ state }) => state === 'playing')
  const isLow = handTotal(hand?.cards ?? []).total < DEALER_STANDS
  const careful: Choice = hand && isLow ? 'hit' : 'stand'
  const daring = RARE_CHOICES.find((choice) => legal.includes(choice))
  const erratic = legal[Math.floor(random() * legal.length)]
  return { action: [careful, daring, erratic][index % 3] ?? careful }
}

const HANDS = ['hand', 'doubled hand', 'split hand', 'split, doubled hand']
const RESULTS = ['won', 'back', 'lost', 'bust']
const ENDS = HANDS.flatMap((hand) => RESULTS.map((end) => `${hand} ${end}`))
const BLACKJACKS = ROUNDINGS.map((rounding) => `blackjack ${rounding}`)

/** Covers every end of each kind of hand, and the dealer’s cases. */
function cases({ bet, actions = [], draws, outcome }: GoldenRound): Cases {
  const { hands, dealerHand, insurance } = blackjackOutcome.parse(outcome)
  const isSplit = hands.length > 1
  const isInsured = insurance !== null
  const isUnderAce = dealerHand[0]?.value === 'A'
  const isNatural = isBlackjack(dealerHand)
  const { total, isSoft } = handTotal(dealerHand)
  const isBust = total > HIGHEST_TOTAL
  const isIdle = actions.some((action) => 'reason' in action)
  const blackjacks = hands.filter(({ state }) => state === 'blackjack')
  const paid = isNatural ? [] : blackjacks
  const hasPlayed = hands.some(
    ({ state }) => state === 'stood' || state === 'doubled',
  )
  const ends = hands.flatMap(({ state, bet: staked, payout }) => {
    if (state === 'blackjack') return []
    const doubled = staked > bet.betAmount ? ['doubled'] : []
    const kind = [...(isSplit ? ['split'] : []), ...doubled].join(', ')
    const end =
      state === 'bust' ? 'bust' : ['lost', 'back', 'won'][payout / staked]
    return [`${kind} hand ${end}`.trim()]
  })
  const isHitByPeek = isNatural && blackjacks.length > 0
  return {
    ...toCases(ENDS, ends),
    ...toCases(
      BLACKJACKS,
      paid.map(
        ({ bet, payout }) =>
          `blackjack ${describeRounding(getBlackjackPayout(bet), payout)}`,
      ),
    ),
    'blackjack insured for nothing': paid.length > 0 && isInsured,
    'blackjack against a blackjack': isHitByPeek && !isInsured,
    'blackjack against a blackjack, insured': isHitByPeek && isInsured,
    'insurance won': isInsured && insurance.payout > 0,
    'insurance lost': isInsured && insurance.payout === 0,
    'too little to insure': isUnderAce && bet.betAmount === 1,
    ...splitCases({ hands, isInsured, isBust }),
    'dealer blackjack under a ten': isNatural && !isUnderAce,
    'dealer blackjack under an ace': isNatural && isUnderAce,
    'dealer bust': isBust,
    'dealer stands on a soft 17':
      hasPlayed && isSoft && total === DEALER_STANDS,
    'draws of a second block': draws.length > WORDS_A_BLOCK,
    'left idle': isIdle,
    'left idle under an ace': isIdle && isUnderAce,
  }
}

/** Split aces get one card each, and stand. */
function splitCases({
  hands,
  isInsured,
  isBust,
}: Pick<BlackjackOutcome, 'hands'> & Record<'isInsured' | 'isBust', boolean>) {
  const isSplit = hands.length > 1
  const firsts = hands.map(({ cards: [card] }) => card?.value)
  const isAces = isSplit && firsts.every((value) => value === 'A')
  const full = hands.filter(({ cards }) => isBlackjack(cards)).length
  const signs = hands.map(({ bet, payout }) => Math.sign(payout - bet))
  const areAll = (wanted: number) => signs.every((sign) => sign === wanted)
  const isMixed = signs.includes(1) && signs.includes(-1)
  const drewAce = hands.some(({ cards: [, card] }) => card?.value === 'A')
  return {
    'aces split, both won': isAces && areAll(1),
    'aces split, both back': isAces && areAll(0),
    'aces split, both lost': isAces && areAll(-1),
    'aces split, one won, one lost': isAces && isMixed,
    'aces split, one back':
      isAces && new Set(signs).size > 1 && signs.includes(0),
    'aces split, another ace': isAces && drewAce,
    'aces split, a 21': isAces && full === 1,
    'aces split, two 21s': isAces && full === 2,
    'aces split, insured': isAces && isInsured,
    'aces split, the dealer bust': isAces && isBust,
    'tens of two values split': isSplit && new Set(firsts).size > 1,
    'ace and ten after a split': isSplit && full > 0,
    'one split hand won, one lost': isSplit && isMixed,
    'both split hands bust':
      isSplit && hands.every(({ state }) => state === 'bust'),
  }
}

/** True if the dealer shows an ace, so that insurance is offered. */
function isUnderAce({ outcome }: Round): boolean {
  return blackjackOutcome.parse(outcome).dealerHand[0]?.value === 'A'
}

function isPlain(round: Round): boolean {
  return !isUnderAce(round)
}

function getFirsts({ outcome }: Round): number[] {
  return blackjackOutcome
    .parse(outcome)
    .hands.flatMap(({ cards: [first] }) => (first ? toPoints(first.value) : []))
}

function isOfPair(round: Round): boolean {
  return new Set(getFirsts(round)).size === 1
}

function isOfBlackjack({ outcome }: Round): boolean {
  const { hands } = blackjackOutcome.parse(outcome)
  return hands.some(({ cards }) => isBlackjack(cards))
}

function isPaidBlackjack(round: Round): boolean {
  return isOfBlackjack(round) && round.outcome.payout > round.bet.betAmount
}

/** Repeats another payout throughout the outcome of a blackjack. */
function withPayout(payout: number) {
  return ({ hands, ...outcome }: BlackjackOutcome) => ({
    ...outcome,
    payout,
    result: `Blackjack! You won ${payout - (hands[0]?.bet ?? 0)} coins`,
    hands: hands.map((hand) => ({ ...hand, payout })),
  })
}
