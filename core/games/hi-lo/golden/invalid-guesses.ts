import { failing } from '../../../fairness/golden/failing.ts'
import type { Forge } from '../../../fairness/golden/forge.ts'
import type { Round } from '../../../fairness/round.ts'
import { coins, MAX_COINS } from '../../../money/coins.ts'
import type { InvalidRecord } from '../../../schemas/golden-file.ts'
import type { Action, JsonObject } from '../../game.ts'
import { hiLo } from '../hi-lo.ts'
import type { Guess } from '../hi-lo-guess.ts'
import { type HiLoOutcome, hiLoOutcome } from '../hi-lo-outcome.ts'
import type { HiLoAction } from '../hi-lo-position.ts'

const BET = { betAmount: coins(10) }
const LARGEST_BET = { betAmount: coins(MAX_COINS) }
const HIGHER = play('higher')
const SKIP: HiLoAction = { action: 'skip' }
const CASH_OUT: HiLoAction = { action: 'cashout' }
const IDLE = hiLo.choices.automaticAction({ reason: 'idle' })

/** Rounds of hi-lo that the rules do not allow or the seeds do not give. */
export function invalidGuesses(forge: Forge): InvalidRecord[] {
  const right = forge.found({ bet: BET, actions: [HIGHER, CASH_OUT] })
  return [
    ...failing('rules', {
      'rules version 2': forge.record(right, { rulesVersion: 2 }),
    }),
    ...invalidBets(forge),
    ...unknownActions(forge, right),
    ...forbiddenActions(forge),
    ...forbiddenLimits(forge),
    ...failing('unfinished', {
      'a round that nobody ended': forge.record(right, { actions: [HIGHER] }),
      'a round without an action': forge.record(right, { actions: [] }),
    }),
    ...invalidOutcomes(forge),
  ]
}

function play(choice: Guess): HiLoAction {
  return { action: 'play', choice }
}

function houseLimit(choice: Guess, limit: number): HiLoAction {
  const refused = play(choice)
  return hiLo.choices.automaticAction({ reason: 'house_limit', limit, refused })
}

function invalidBets(forge: Forge): InvalidRecord[] {
  const wrong = forge.found({ bet: BET, actions: [HIGHER] })
  const betting = (bet: JsonObject) => forge.record(wrong, { bet })
  return failing('bet', {
    'a stake of 0': betting({ betAmount: 0 }),
    'a stake with a fraction': betting({ betAmount: 9.5 }),
    'a stake of 2^53': betting({ betAmount: 2 ** 53 }),
    'a bet with a choice': betting({ ...BET, choice: 'higher' }),
  })
}

function unknownActions(forge: Forge, right: Round): InvalidRecord[] {
  const ending = (last: JsonObject) =>
    forge.record(right, { actions: [HIGHER, last] })
  const limited = houseLimit('higher', 0)
  const { choice: _, ...unguessed } = { choice: '', ...limited }
  return failing('action', {
    'a guess that is none': forge.record(right, {
      actions: [{ action: 'play', choice: 'same' }, CASH_OUT],
    }),
    'an action that is none': ending({ action: 'stand' }),
    'a cash-out for another reason': ending({ ...CASH_OUT, reason: 'bored' }),
    'a cash-out with a choice': ending({ ...CASH_OUT, choice: 'higher' }),
    'a house limit for no guess': ending(unguessed),
    'a house limit below 0': ending({ ...limited, limit: -1 }),
    'a house limit with a fraction': ending({ ...limited, limit: 0.5 }),
    'a house limit as a text': ending({ ...limited, limit: '0' }),
  })
}

/** Known actions where they are not allowed, their outcomes as if they were. */
function forbiddenActions(forge: Forge): InvalidRecord[] {
  const played = (...actions: Action[]) =>
    forge.record(forge.found({ bet: BET, actions }))
  const wrong = forge.found({ bet: BET, actions: [HIGHER] })
  const tooMuch = forge.found({ bet: LARGEST_BET, actions: [HIGHER] })
  const skips = Array.from({ length: 53 }, () => SKIP)
  return failing('action', {
    'a cash-out before the first guess': played(CASH_OUT),
    'a cash-out behind a skip, before the first guess': played(SKIP, CASH_OUT),
    'a fifty-third skip': played(...skips, IDLE),
    'a guess behind a wrong one': forge.record(wrong, {
      actions: [HIGHER, HIGHER],
    }),
    'a cash-out behind a wrong guess': forge.record(wrong, {
      actions: [HIGHER, CASH_OUT],
    }),
    'a guess whose win no balance holds': forge.record(tooMuch),
    'a second ace counted as higher': forge.record(...higherAce(forge)),
  })
}

/** An ace upon an ace, claimed to be right and cashed out. */
function higherAce(forge: Forge) {
  const isOfAces = ({ outcome }: Round) =>
    cardsIn(outcome).every(({ value }) => value === 'A')
  const wrong = forge.found({ bet: BET, actions: [HIGHER] }, isOfAces)
  const outcome = {
    payout: coins(10),
    cards: cardsIn(wrong.outcome),
    consecutiveWins: 1,
    multiplier: { numerator: '1287', denominator: '1200' },
    end: 'cashout',
  }
  return [wrong, { actions: [HIGHER, CASH_OUT], outcome }] as const
}

function forbiddenLimits(forge: Forge): InvalidRecord[] {
  // Of 10 coins on a two, a right guess would make 11.
  const onTwo = ({ outcome }: Round) => cardsIn(outcome)[0]?.value === 2
  const limitOf = (bet: typeof BET, limit: number) =>
    forge.record(
      forge.found({ bet, actions: [houseLimit('higher', limit)] }, onTwo),
    )
  return failing('action', {
    'a house limit that the guess would keep to': limitOf(BET, 1),
    'a house limit for a guess whose win no balance holds': limitOf(
      LARGEST_BET,
      0,
    ),
  })
}

function invalidOutcomes(forge: Forge): InvalidRecord[] {
  const moves = { bet: BET, actions: [SKIP, HIGHER, CASH_OUT] }
  const rising = forge.found(moves, isRising)
  const outcome = hiLoOutcome.parse(rising.outcome)
  const claiming = (changed: Partial<HiLoOutcome>) =>
    forge.record(rising, { outcome: { ...outcome, ...changed } })
  return [
    ...failing('draws', {
      'a fraction that no draw settles': forge.record(rising, {
        draws: rising.draws.slice(0, -1),
      }),
    }),
    ...failing('outcome', {
      // Eleven ranks are right for higher than a three: 11.7 coins.
      'a cash-out rounded the other way': claiming({
        payout: coins(outcome.payout === 11 ? 12 : 11),
      }),
      'a ratio made shorter': claiming({
        multiplier: { numerator: '117', denominator: '100' },
      }),
      'a skip counted as a guess': claiming({ consecutiveWins: 2 }),
      'a cash-out said to be idle': claiming({ end: 'idle' }),
      'the same steps in another order': forge.record(rising, {
        actions: [HIGHER, SKIP, CASH_OUT],
      }),
    }),
  ]
}

/**
 * A two, a three by the skip, a higher card: right in either order of steps.
 */
function isRising({ outcome }: Round): boolean {
  const [first, second, third] = cardsIn(outcome).map(({ value }) => value)
  return first === 2 && second === 3 && Number(third) > 3
}

function cardsIn(outcome: Round['outcome']) {
  return hiLoOutcome.parse(outcome).cards
}
