import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { Round } from '#core/fairness/round.ts'
import { RANKS } from '#core/games/cards.ts'
import type { Action, JsonObject } from '#core/games/game.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import {
  type Guess,
  isRight,
  percentOf,
} from '#core/games/hi-lo/hi-lo-guess.ts'
import {
  type HiLoAction,
  type HiLoOutcome,
  type HiLoPosition,
  hiLoAction,
  hiLoOutcome,
} from '#core/games/hi-lo/hi-lo-position.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
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

/** Right guesses after which patient players stop; the ratios outgrow 64 bits. */
const CASHED_STREAKS = [8, 20]
const SAFE_PERCENT = 80

function actionFor(position: HiLoPosition, turn: Turn): HiLoAction {
  const isPatient = turn.index >= EPOCH_SIZE
  const action = (isPatient ? patient : wished)(position, turn)
  const { payout } = hiLo.choices.exposure(position, action)
  return payout > MAX_COINS ? automaticAction(position, turn) : action
}

/** Skips all but the safest cards, for long streaks. */
function patient(position: HiLoPosition, turn: Turn): HiLoAction {
  const streak = CASHED_STREAKS[turn.index % CASHED_STREAKS.length] ?? 0
  if (position.consecutiveWins === streak) {
    return turn.index % 3 === 0
      ? { action: 'cashout' }
      : automaticAction(position, turn)
  }
  const choice = guessFor(position, false)
  const isSafe = percentOf(choice, position.current) > SAFE_PERCENT
  const canSkip = hiLo.choices.legalActions(position).includes('skip')
  return isSafe || !canSkip ? { action: 'play', choice } : { action: 'skip' }
}

function wished(position: HiLoPosition, turn: Turn): HiLoAction {
  const { index, step, random } = turn
  const legal = hiLo.choices.legalActions(position)
  if (index % 32 === 0 && legal.includes('skip')) return { action: 'skip' }
  const isEnough = position.consecutiveWins >= streakFor(index)
  if (index % 8 === 7 && step >= streakFor(index))
    return automaticAction(position, turn)
  if (isEnough && legal.includes('cashout')) return { action: 'cashout' }
  if (random() < 0.1 && legal.includes('skip')) return { action: 'skip' }
  const isDaring = random() < 0.2
  return { action: 'play', choice: guessFor(position, isDaring) }
}

/** Returns the number of guesses before the player of a round stops. */
function streakFor(index: number): number {
  return index % 16 === 1 ? 12 : Math.floor(index / 8) % 4
}

function guessFor({ current }: HiLoPosition, isDaring: boolean): Guess {
  const isHigherLikely =
    percentOf('higher', current) > percentOf('lower', current)
  return isHigherLikely === isDaring ? 'lower' : 'higher'
}

/** Returns an idle cash-out, or one for a house limit below the possible loss. */
function automaticAction(position: HiLoPosition, { index }: Turn): HiLoAction {
  const refused = { action: 'play', choice: 'higher' } as const
  const { exposure } = hiLo.choices
  const now = exposure(position, { action: 'cashout' }).payout
  const win = exposure(position, refused).payout
  const rise = win - now
  const isIdle =
    Math.floor(index / 8) % 2 === 0 || rise === 0 || win > MAX_COINS
  if (isIdle) return hiLo.choices.automaticAction({ reason: 'idle' })
  const limit = index % rise
  return hiLo.choices.automaticAction({ reason: 'house_limit', limit, refused })
}

const GUESSES = ['higher', 'lower'] as const
const MOST_SKIPS = 52
const LONG_STREAK = 10
const CASH_OUTS = ['cashout', 'idle', 'house_limit']

/** Covers each guess on each card, right and wrong, and every end. */
const hiLoKinds: GoldenKinds = {
  all: [
    ...RANKS.flatMap((value) =>
      GUESSES.flatMap((guess) => [
        `${guess} than ${value}, right`,
        `${guess} than ${value}, wrong`,
      ]),
    ),
    ...GUESSES.flatMap((guess) => [
      `${guess}, right by the same value`,
      `${guess}, wrong by the same value`,
    ]),
    ...CASH_OUTS.flatMap((end) => [
      ...ROUNDINGS.map((rounding) => `${end} ${rounding}`),
      ...CASHED_STREAKS.flatMap((streak) => [
        `${end} rounded up after ${streak} right ones`,
        `${end} rounded down after ${streak} right ones`,
      ]),
    ]),
    'idle before a guess',
    'house_limit before a guess',
    'wrong_guess after a right one',
    'as many skips as there may be',
    'ten right guesses',
  ],

  shownBy: (round) => [...guessKinds(round), ...endKinds(round)],
}

/** Mixes early and late cash-outs, skips, unlikely guesses and automatic actions. */
export const plan: GoldenPlan = {
  game: hiLo,
  epoch: 4,
  stakes: [1, 2, 3, 10, 49, 100, 101, 999, 123_456_789, 2 ** 40, MAX_COINS],
  actionOf: actionFor,
  kinds: hiLoKinds,
  invalid: invalidGuesses,
}

function guessKinds(round: GoldenRound): string[] {
  const { cards } = hiLoOutcome.parse(round.outcome)
  return actionsOf(round).flatMap((action, index) => {
    const before = cards[index]
    const after = cards[index + 1]
    if (action.action !== 'play' || !before || !after) return []
    const { choice } = action
    const verdict = isRight(choice, before, after) ? 'right' : 'wrong'
    return [
      `${choice} than ${before.value}, ${verdict}`,
      ...applying({
        [`${choice}, ${verdict} by the same value`]:
          before.value === after.value,
      }),
    ]
  })
}

function endKinds(round: GoldenRound): string[] {
  const outcome = hiLoOutcome.parse(round.outcome)
  const { payout, multiplier, consecutiveWins, end } = outcome
  const worth = {
    numerator: BigInt(round.bet.betAmount) * BigInt(multiplier.numerator),
    denominator: BigInt(multiplier.denominator),
  }
  const skips = actionsOf(round).filter(({ action }) => action === 'skip')
  return [
    `${end} ${roundingOf(worth, payout)}`,
    `${end} ${roundingOf(worth, payout)} after ${consecutiveWins} right ones`,
    `${end} ${consecutiveWins > 0 ? 'after a right one' : 'before a guess'}`,
    ...applying({
      'as many skips as there may be': skips.length === MOST_SKIPS,
      'ten right guesses': consecutiveWins >= LONG_STREAK,
    }),
  ]
}

function actionsOf({ actions = [] }: GoldenRound): HiLoAction[] {
  return actions.map((action) => hiLoAction.parse(action))
}

const BET = { betAmount: coins(10) }
const LARGEST_BET = { betAmount: coins(MAX_COINS) }
const HIGHER = play('higher')
const SKIP: HiLoAction = { action: 'skip' }
const CASH_OUT: HiLoAction = { action: 'cashout' }
const IDLE = hiLo.choices.automaticAction({ reason: 'idle' })

/** Rounds of hi-lo that the rules or seeds rule out. */
function invalidGuesses(forge: Forge): InvalidRecord[] {
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

/** Known actions where they are not allowed, with the outcomes they would have. */
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

/** An ace after an ace, claimed to be right and cashed out. */
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
  // A right guess on a two turns 10 coins into 11.
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

/** A two, a three and a higher card: right in either order of skip and guess. */
function isRising({ outcome }: Round): boolean {
  const [first, second, third] = cardsIn(outcome).map(({ value }) => value)
  return first === 2 && second === 3 && Number(third) > 3
}

function cardsIn(outcome: Round['outcome']) {
  return hiLoOutcome.parse(outcome).cards
}
