import { WORDS_A_BLOCK } from '../../../fairness/draws.ts'
import {
  applying,
  type GoldenKinds,
  ROUNDINGS,
  roundingOf,
} from '../../../fairness/golden/golden-kinds.ts'
import type { GoldenRound } from '../../../fairness/golden/golden-vectors.ts'
import { HIGHEST_TOTAL, handTotal, isBlackjack } from '../blackjack-hand.ts'
import {
  type BlackjackOutcome,
  blackjackOutcome,
  blackjackWin,
} from '../blackjack-settlement.ts'
import { DEALER_STANDS } from '../blackjack-table.ts'

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

/** Every way in which a hand of each kind ends, and what the dealer can do. */
export const blackjackKinds: GoldenKinds = {
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
    const told = { round, outcome }
    return [
      ...naturalKinds(told),
      ...handKinds(told),
      ...splitKinds(told),
      ...insuranceKinds(told),
      ...dealerKinds(told),
      ...applying({
        'draws of a second block': round.draws.length > WORDS_A_BLOCK,
      }),
    ]
  },
}

type Told = { round: GoldenRound; outcome: BlackjackOutcome }

function naturalKinds({ round: { bet }, outcome }: Told): string[] {
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

function handKinds({ round: { bet: first }, outcome: { hands } }: Told) {
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

function splitKinds(told: Told): string[] {
  const { hands } = told.outcome
  if (hands.length === 1) return []
  const firsts = hands.map(({ cards: [card] }) => card?.value)
  const paid = hands.map(({ bet, payout }) => Math.sign(payout - bet))
  const isOfAces = firsts.every((value) => value === 'A')
  return [
    ...(isOfAces ? acesKinds(told) : []),
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
function acesKinds({ outcome }: Told): string[] {
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

function insuranceKinds({ round, outcome }: Told): string[] {
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

function dealerKinds({ outcome: { dealerHand, hands } }: Told): string[] {
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
