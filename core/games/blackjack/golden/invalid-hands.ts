import { failing } from '../../../fairness/golden/failing.ts'
import type { Forge } from '../../../fairness/golden/forge.ts'
import type { Round } from '../../../fairness/round.ts'
import { coins } from '../../../money/coins.ts'
import type { InvalidRecord } from '../../../schemas/golden-file.ts'
import type { Action, JsonObject } from '../../game.ts'
import { isBlackjack, pointsOf } from '../blackjack-hand.ts'
import {
  type BlackjackOutcome,
  blackjackOutcome,
} from '../blackjack-settlement.ts'
import type { Choice } from '../blackjack-table.ts'

const BET = { betAmount: coins(10) }

/** Hands that the rules do not allow or the seeds do not give. */
export function invalidHands(forge: Forge): InvalidRecord[] {
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

function told({ outcome }: Round): BlackjackOutcome {
  return blackjackOutcome.parse(outcome)
}

/** Without an ace of the dealer's, so that nothing is on offer but the hand. */
function isPlain(round: Round): boolean {
  return told(round).dealerHand[0]?.value !== 'A'
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

/** By a dealer's blackjack under a ten. */
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

/** Known actions where they are not allowed, their outcomes as if they were. */
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
  return told(round).hands.flatMap(({ cards: [first] }) =>
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
  return told(round).hands.some(({ cards }) => isBlackjack(cards))
}

function invalidOutcomes(forge: Forge, stood: Round): InvalidRecord[] {
  const { dealerHand } = told(stood)
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
        outcome: { ...told(stood), dealerHand: dealerHand.toReversed() },
      }),
      'a blackjack paid 6:5': paidAs(forge, natural, 22),
      'half a coin rounded the other way': paidAs(forge, roundedDown, 3),
    }),
  ]
}

function isPaidBlackjack(round: Round): boolean {
  return isOfBlackjack(round) && round.outcome.payout > round.bet.betAmount
}

/** A blackjack's record that claims another payout, everywhere. */
function paidAs(forge: Forge, round: Round, amount: number) {
  const payout = coins(amount)
  const result = `Blackjack! You won ${amount - round.bet.betAmount} coins`
  const hands = told(round).hands.map((hand) => ({ ...hand, payout }))
  return forge.record(round, {
    outcome: { ...told(round), payout, result, hands },
  })
}
