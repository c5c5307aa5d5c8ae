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
  pointsOf,
} from '#core/games/blackjack/blackjack-hand.ts'
import {
  type BlackjackOutcome,
  blackjackOutcome,
  blackjackWin,
} from '#core/games/blackjack/blackjack-settlement.ts'
import {
  type BlackjackPosition,
  type Choice,
  DEALER_STANDS,
  legalChoices,
} from '#core/games/blackjack/blackjack-table.ts'
import type { Action, JsonObject } from '#core/games/game.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { bestChoice } from '../game-kits/blackjack-values.ts'
import { type Forge, failing } from './forge.ts'
import type { GoldenRound, InvalidRecord } from './golden-file.ts'
import {
  applying,
  type GoldenKinds,
  type GoldenPlan,
  ROUNDINGS,
  roundingOf,
  type Turn,
} from './plan.ts'

/** Largest stake whose win a balance can hold when both split hands are doubled. */
const LARGEST_STAKE = Math.floor(MAX_COINS / 8)
const RARE_CHOICES: readonly Choice[] = ['insurance', 'split', 'double']

function choiceOf(position: BlackjackPosition, turn: Turn): BlackjackAction {
  const { index, step, random } = turn
  if (index % 16 === 15 && step >= Math.floor(index / 16) % 2) {
    return { action: 'stand', reason: 'idle' }
  }
  const legal = legalChoices(position)
  const erratic = legal[Math.floor(random() * legal.length)]
  const daring = RARE_CHOICES.find((choice) => legal.includes(choice))
  const best = bestChoice(position)
  const [choice = 'stand'] =
    [[best], [daring, best], [erratic]][index % 3]?.filter(
      (one) => one !== undefined,
    ) ?? []
  return { action: choice }
}

const HANDS = ['hand', 'doubled hand', 'split hand', 'split, doubled hand']
const RESULTS = ['won', 'back', 'lost', 'bust']
const ACES_SPLIT = [
  'both won',
  'both back',
  'both lost',
  'one won, one lost',
  'one back',
  'another ace',
  'a 21',
  'two 21s',
  'insured',
  'the dealer bust',
]

/** Covers every end of each kind of hand, and the dealer’s cases. */
const blackjackKinds: GoldenKinds = {
  all: [
    ...HANDS.flatMap((hand) => RESULTS.map((result) => `${hand} ${result}`)),
    ...ROUNDINGS.map((rounding) => `blackjack ${rounding}`),
    'blackjack insured for nothing',
    'blackjack against a blackjack',
    'blackjack against a blackjack, insured',
    'insurance won',
    'insurance lost',
    'too little to insure',
    ...ACES_SPLIT.map((result) => `aces split, ${result}`),
    'tens of two values split',
    'ace and ten behind a split',
    'one split hand won, one lost',
    'both split hands bust',
    'dealer blackjack under a ten',
    'dealer blackjack under an ace',
    'dealer bust',
    'dealer stands on a soft 17',
    'draws of a second block',
    'left idle',
    'left idle under an ace',
  ],

  shownBy(round) {
    const outcome = blackjackOutcome.parse(round.outcome)
    const shown = { round, outcome }
    return [
      ...naturalKinds(shown),
      ...handKinds(shown),
      ...splitKinds(shown),
      ...insuranceKinds(shown),
      ...dealerKinds(shown),
      ...applying({
        'draws of a second block': round.draws.length > WORDS_A_BLOCK,
      }),
    ]
  },
}

/** Mixes best play, rare choices, random play and idle players. */
export const plan: GoldenPlan = {
  game: blackjack,
  epoch: 3,
  stakes: [1, 2, 3, 5, 10, 25, 99, 100, 1_001, 123_456_789, LARGEST_STAKE],
  actionOf: choiceOf,
  kinds: blackjackKinds,
  invalid: invalidHands,
}

type Shown = { round: GoldenRound; outcome: BlackjackOutcome }

function naturalKinds({ round: { bet }, outcome }: Shown): string[] {
  const { hands, dealerHand, insurance } = outcome
  const isNatural = hands.some(({ state }) => state === 'blackjack')
  if (!isNatural) return []
  if (isBlackjack(dealerHand)) {
    return [`blackjack against a blackjack${insurance ? ', insured' : ''}`]
  }
  const paid = hands.map(({ payout }) => payout)
  const win = blackjackWin(bet.betAmount)
  return [
    ...paid.map((payout) => `blackjack ${roundingOf(win, payout)}`),
    ...applying({ 'blackjack insured for nothing': insurance !== null }),
  ]
}

function handKinds({ round: { bet: first }, outcome: { hands } }: Shown) {
  const split = hands.length > 1
  return hands.flatMap(({ state, bet, payout }) => {
    if (state === 'blackjack') return []
    const doubled = bet > first.betAmount
    const kinds = applying({ split, doubled }).join(', ')
    const paid = ['lost', 'back', 'won'][payout / bet]
    const result = state === 'bust' ? 'bust' : paid
    return [`${kinds} hand ${result}`.trim()]
  })
}

function splitKinds(shown: Shown): string[] {
  const { hands } = shown.outcome
  if (hands.length === 1) return []
  const firsts = hands.map(({ cards: [card] }) => card?.value)
  const paid = hands.map(({ bet, payout }) => Math.sign(payout - bet))
  const isOfAces = firsts.every((value) => value === 'A')
  return [
    ...(isOfAces ? acesKinds(shown) : []),
    ...applying({
      'tens of two values split': new Set(firsts).size > 1,
      'ace and ten behind a split': hands.some(({ cards }) =>
        isBlackjack(cards),
      ),
      'one split hand won, one lost': paid.includes(1) && paid.includes(-1),
      'both split hands bust': hands.every(({ state }) => state === 'bust'),
    }),
  ]
}

/** Split aces get one card each, and stand. */
function acesKinds({ outcome }: Shown): string[] {
  const { hands, dealerHand, insurance } = outcome
  const paid = hands.map(({ bet, payout }) => Math.sign(payout - bet))
  const full = hands.filter(({ cards }) => isBlackjack(cards))
  const results = applying({
    'both won': paid.every((sign) => sign > 0),
    'both back': paid.every((sign) => sign === 0),
    'both lost': paid.every((sign) => sign < 0),
    'one won, one lost': paid.includes(1) && paid.includes(-1),
    'one back': paid.filter((sign) => sign === 0).length === 1,
    'another ace': hands.some(({ cards: [, card] }) => card?.value === 'A'),
    'a 21': full.length === 1,
    'two 21s': full.length === hands.length,
    insured: insurance !== null,
    'the dealer bust': handTotal(dealerHand).total > HIGHEST_TOTAL,
  })
  return results.map((result) => `aces split, ${result}`)
}

function insuranceKinds({ round, outcome }: Shown): string[] {
  const { insurance, dealerHand } = outcome
  const isUnderAce = dealerHand[0]?.value === 'A'
  const isIdle = round.actions?.some((action) => 'reason' in action) === true
  return applying({
    'insurance won': insurance !== null && insurance.payout > 0,
    'insurance lost': insurance !== null && insurance.payout === 0,
    'too little to insure': isUnderAce && round.bet.betAmount === 1,
    'left idle': isIdle,
    'left idle under an ace': isIdle && isUnderAce,
  })
}

function dealerKinds({ outcome: { dealerHand, hands } }: Shown): string[] {
  const { total, isSoft } = handTotal(dealerHand)
  const isUnderAce = dealerHand[0]?.value === 'A'
  const isNatural = isBlackjack(dealerHand)
  const hasPlayed = hands.some(
    ({ state }) => state === 'stood' || state === 'doubled',
  )
  return applying({
    'dealer blackjack under a ten': isNatural && !isUnderAce,
    'dealer blackjack under an ace': isNatural && isUnderAce,
    'dealer bust': total > HIGHEST_TOTAL,
    'dealer stands on a soft 17':
      hasPlayed && isSoft && total === DEALER_STANDS,
  })
}

const BET = { betAmount: coins(10) }

/** Hands that the rules or seeds rule out. */
function invalidHands(forge: Forge): InvalidRecord[] {
  const stood = forge.found({ bet: BET, actions: actionsOf('stand') }, isPlain)
  return [
    ...failing('rules', {
      'rules version 2': forge.record(stood, { rulesVersion: 2 }),
    }),
    ...invalidBets(forge, stood),
    ...unknownActions(forge, stood),
    ...forbiddenActions(forge, stood),
    ...failing('unfinished', {
      'a hand that is not played': forge.record(stood, { actions: [] }),
    }),
    ...invalidOutcomes(forge, stood),
  ]
}

function actionsOf(...choices: Choice[]): Action[] {
  return choices.map((action) => ({ action }))
}

function outcomeOf({ outcome }: Round): BlackjackOutcome {
  return blackjackOutcome.parse(outcome)
}

/** True if the dealer shows no ace, so that insurance is not offered. */
function isPlain(round: Round): boolean {
  return outcomeOf(round).dealerHand[0]?.value !== 'A'
}

function invalidBets(forge: Forge, stood: Round): InvalidRecord[] {
  const betting = (bet: JsonObject) => forge.record(stood, { bet })
  const staking = (betAmount: number) => {
    const moves = { bet: { betAmount: coins(betAmount) } }
    return forge.record(forge.found(moves, isLostAtOnce))
  }
  return failing('bet', {
    'a stake of 0': staking(0),
    'a stake with a fraction': betting({ betAmount: 9.5 }),
    'a stake whose win no balance holds': staking(2 ** 50),
    'a bet with an action': betting({ ...BET, action: 'deal' }),
  })
}

/** True for a dealer’s blackjack under a ten. */
function isLostAtOnce(round: Round): boolean {
  return isPlain(round) && round.outcome.payout === 0
}

function unknownActions(forge: Forge, stood: Round): InvalidRecord[] {
  const ending = (last: JsonObject) => forge.record(stood, { actions: [last] })
  return failing('action', {
    'an action that is none': ending({ action: 'surrender' }),
    'an action without a name': ending({}),
    'a stand for another reason': ending({ action: 'stand', reason: 'bored' }),
    'a hit for an idle player': ending({ action: 'hit', reason: 'idle' }),
    'an action with a hand': ending({ action: 'stand', hand: 0 }),
  })
}

/** Known actions where they are not allowed, with the outcomes they would have. */
function forbiddenActions(forge: Forge, stood: Round): InvalidRecord[] {
  const played = (actions: Action[], isWanted: (round: Round) => boolean) =>
    forge.record(forge.found({ bet: BET, actions }, isWanted))
  const aces = forge.found({ bet: BET, actions: actionsOf('split') }, isOfAces)
  const insured = actionsOf('insurance', 'stand')
  return failing('action', {
    'a split of no pair': played(
      actionsOf('split', 'stand', 'stand'),
      (round) => isPlain(round) && !isOfPair(round),
    ),
    'a second split': played(
      actionsOf('split', 'split', 'stand', 'stand', 'stand'),
      (round) => isPlain(round) && isOfPair(round),
    ),
    'a double of three cards': played(actionsOf('hit', 'double'), isPlain),
    'a hit for a split ace': forge.record(aces, {
      actions: actionsOf('split', 'hit'),
    }),
    'an insurance without an ace': played(insured, isPlain),
    'an insurance behind a hit': played(
      actionsOf('hit', 'insurance', 'stand'),
      (round) => !isPlain(round),
    ),
    'a second insurance': played(
      actionsOf('insurance', 'insurance', 'stand'),
      (round) => !isPlain(round),
    ),
    'an insurance of a stake of 1': forge.record(
      forge.found(
        { bet: { betAmount: coins(1) }, actions: insured },
        (round) => !isPlain(round),
      ),
    ),
    'a hit for a blackjack': played(actionsOf('hit'), isOfBlackjack),
    'a double for a blackjack': played(actionsOf('double'), isOfBlackjack),
    'a stand behind the end': forge.record(stood, {
      actions: actionsOf('stand', 'stand'),
    }),
    'a hit behind a stand': forge.record(stood, {
      actions: actionsOf('stand', 'hit'),
    }),
  })
}

function firstsOf(round: Round): number[] {
  return outcomeOf(round).hands.flatMap(({ cards: [first] }) =>
    first ? [pointsOf(first.value)] : [],
  )
}

function isOfPair(round: Round): boolean {
  return new Set(firstsOf(round)).size === 1
}

function isOfAces(round: Round): boolean {
  return firstsOf(round).every((points) => points === 11)
}

function isOfBlackjack(round: Round): boolean {
  return outcomeOf(round).hands.some(({ cards }) => isBlackjack(cards))
}

function invalidOutcomes(forge: Forge, stood: Round): InvalidRecord[] {
  const { dealerHand } = outcomeOf(stood)
  const natural = forge.found({ bet: BET }, isPaidBlackjack)
  const roundedDown = forge.found(
    { bet: { betAmount: coins(1) } },
    (round) => isPaidBlackjack(round) && round.outcome.payout === 2,
  )
  return [
    ...failing('draws', {
      'a dealer who draws once more': forge.record(stood, {
        draws: [...stood.draws, 0],
      }),
    }),
    ...failing('outcome', {
      'a dealer with other cards': forge.record(stood, {
        outcome: { ...outcomeOf(stood), dealerHand: dealerHand.toReversed() },
      }),
      'a blackjack paid 6:5': paidAs(forge, natural, 22),
      'half a coin rounded the other way': paidAs(forge, roundedDown, 3),
    }),
  ]
}

function isPaidBlackjack(round: Round): boolean {
  return isOfBlackjack(round) && round.outcome.payout > round.bet.betAmount
}

/** Repeats another payout throughout the record of a blackjack. */
function paidAs(forge: Forge, round: Round, amount: number) {
  const payout = coins(amount)
  const result = `Blackjack! You won ${amount - round.bet.betAmount} coins`
  const hands = outcomeOf(round).hands.map((hand) => ({ ...hand, payout }))
  return forge.record(round, {
    outcome: { ...outcomeOf(round), payout, result, hands },
  })
}
