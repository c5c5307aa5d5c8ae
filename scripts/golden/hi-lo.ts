import type { Round } from '#core/fairness/round.ts'
import { RANKS } from '#core/games/cards.ts'
import { hiLo, MOST_SKIPS } from '#core/games/hi-lo/hi-lo.ts'
import {
  type Guess,
  isRight,
  toPercent,
} from '#core/games/hi-lo/hi-lo-guess.ts'
import {
  type HiLoAction,
  type HiLoPosition,
  hiLoAction,
  hiLoOutcome,
} from '#core/games/hi-lo/hi-lo-position.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { forbidden, increased, shortened } from './forge.ts'
import type { GoldenRound } from './golden-file.ts'
import {
  type Cases,
  describeRounding,
  type GoldenPlan,
  ROUNDINGS,
  type Turn,
  toCases,
} from './plan.ts'

const BET = { betAmount: coins(10) }
const LARGEST_BET = { betAmount: coins(MAX_COINS) }
const HIGHER = play('higher')
const SKIP: HiLoAction = { action: 'skip' }
const CASH_OUT: HiLoAction = { action: 'cashout' }
const IDLE = hiLo.choices.automaticAction({ reason: 'idle' })
const limited = (limit: number) =>
  hiLo.choices.automaticAction({
    reason: 'house_limit',
    limit,
    refused: HIGHER,
  })

/** Right guesses after which a player stops; from 8 on, the ratios outgrow 64 bits. */
const LONG_STREAKS = [8, 20]
const STREAKS = [0, 1, 2, 3, ...LONG_STREAKS, MOST_SKIPS]
const SAFE_PERCENT = 80

export const plan: GoldenPlan = {
  game: hiLo,
  epoch: 4,
  stakes: [1, 2, 3, 10, 49, 100, 101, 999, 123_456_789, 2 ** 40, MAX_COINS],
  toAction,
  cases,
  invalid: [
    {
      what: 'a right guess:',
      bet: BET,
      actions: [HIGHER, CASH_OUT],
      rows: [
        ['bet', 'gameData.bet.choice', 'higher'],
        ['action', 'gameData.actions.0.choice', 'same'],
        ['action', 'gameData.actions.1.reason', 'bored'],
        ['action', 'gameData.actions.1.choice', 'higher'],
        ['action', 'gameData.actions.1', { action: 'stand' }],
        ['action', 'gameData.actions.1', { ...limited(0), choice: undefined }],
        ...[-1, 0.5, '0'].map(
          (limit) =>
            ['action', 'gameData.actions.1', { ...limited(0), limit }] as const,
        ),
        ['unfinished', 'gameData.actions', [HIGHER], []],
      ],
    },
    {
      what: 'a wrong guess:',
      bet: BET,
      actions: [HIGHER],
      rows: [
        ['action', 'gameData.actions', [HIGHER, HIGHER], [HIGHER, CASH_OUT]],
      ],
    },
    {
      what: 'a second ace:',
      bet: BET,
      actions: [HIGHER],
      where: (round) => listCards(round).every((value) => value === 'A'),
      rows: [
        [
          'action',
          'gameData',
          function countedAsHigher(gameData: Round) {
            const outcome = {
              ...gameData.outcome,
              payout: 10,
              consecutiveWins: 1,
              multiplier: { numerator: '1287', denominator: '1200' },
              end: 'cashout',
            }
            return { ...gameData, actions: [HIGHER, CASH_OUT], outcome }
          },
        ],
      ],
    },
    {
      // Right in either order of skip and guess. Eleven ranks are right for
      // higher than a three: 11.7 coins, paid as 11 or 12.
      what: 'a two, a three and a higher card:',
      bet: BET,
      actions: [SKIP, HIGHER, CASH_OUT],
      where: (round) => {
        const [first, second, third] = listCards(round)
        return first === 2 && second === 3 && Number(third) > 3
      },
      rows: [
        ['draws', 'gameData.draws', shortened],
        ['outcome', 'gameData.outcome.payout', (paid: number) => 23 - paid],
        [
          'outcome',
          'gameData.outcome.multiplier',
          { numerator: '117', denominator: '100' },
        ],
        ['outcome', 'gameData.outcome.consecutiveWins', increased],
        ['outcome', 'gameData.outcome.end', 'idle'],
        ['outcome', 'gameData.actions', [HIGHER, SKIP, CASH_OUT]],
      ],
    },
    forbidden('a cash-out before the first guess', {
      bet: BET,
      actions: [CASH_OUT],
    }),
    forbidden('a cash-out after a skip, before the first guess', {
      bet: BET,
      actions: [SKIP, CASH_OUT],
    }),
    forbidden('a fifty-third skip', {
      bet: BET,
      actions: [...Array.from({ length: MOST_SKIPS + 1 }, () => SKIP), IDLE],
    }),
    forbidden('a guess whose win no balance holds', {
      bet: LARGEST_BET,
      actions: [HIGHER],
    }),
    forbidden('a house limit that the guess would keep to', {
      bet: BET,
      actions: [limited(1)],
      where: isOnTwo,
    }),
    forbidden('a house limit for a guess whose win no balance holds', {
      bet: LARGEST_BET,
      actions: [limited(0)],
      where: isOnTwo,
    }),
  ],
}

/** True for a two, on which a right guess turns 10 coins into 11. */
function isOnTwo(round: Round): boolean {
  return listCards(round)[0] === 2
}

function play(choice: Guess): HiLoAction {
  return { action: 'play', choice }
}

/** Guesses the likelier way, mostly, until a streak is reached; skips risky cards for a long one. */
function toAction(position: HiLoPosition, turn: Turn): HiLoAction {
  const { index, random } = turn
  const streak = STREAKS[index % STREAKS.length] ?? 0
  const isOver = position.consecutiveWins >= streak
  if (isOver) return ending(position, turn)
  const isLong = LONG_STREAKS.includes(streak)
  const isDaring = !isLong && random() < 0.2
  const { current } = position
  const isHigherLikely =
    toPercent('higher', current) > toPercent('lower', current)
  const choice = isHigherLikely === isDaring ? 'lower' : 'higher'
  const guess = play(choice)
  const isRisky = toPercent(choice, current) <= SAFE_PERCENT
  const wantsSkip = isLong ? isRisky : random() < 0.1 || streak === MOST_SKIPS
  const canSkip = hiLo.choices.legalActions(position).includes('skip')
  if (wantsSkip && canSkip) return SKIP
  const { payout } = hiLo.choices.exposure(position, guess)
  return payout > MAX_COINS ? ending(position, turn) : guess
}

/** Cashes out, is idle, or is refused a guess by a limit below the possible loss. */
function ending(position: HiLoPosition, { index, random }: Turn): HiLoAction {
  const chance = random()
  const canCashOut = hiLo.choices.legalActions(position).includes('cashout')
  if (chance < 1 / 3 && canCashOut) return CASH_OUT
  const now = hiLo.choices.exposure(position, CASH_OUT).payout
  const win = hiLo.choices.exposure(position, HIGHER).payout
  const rise = win - now
  const isIdle = chance < 2 / 3 || rise === 0 || win > MAX_COINS
  return isIdle ? IDLE : limited(index % rise)
}

const GUESSES = ['higher', 'lower'].flatMap((guess) =>
  ['right', 'wrong'].flatMap((end) => [
    `${guess}, ${end} by the same value`,
    ...RANKS.map((value) => `${guess} than ${value}, ${end}`),
  ]),
)
const ENDS = ['cashout', 'idle', 'house_limit'].flatMap((end) => [
  ...ROUNDINGS.map((rounding) => `${end} ${rounding}`),
  ...LONG_STREAKS.flatMap((streak) => [
    `${end} rounded up after ${streak} right ones`,
    `${end} rounded down after ${streak} right ones`,
  ]),
])

/** Covers each guess on each card, right and wrong, and every end. */
function cases(round: GoldenRound): Cases {
  const outcome = hiLoOutcome.parse(round.outcome)
  const { cards, payout, multiplier, consecutiveWins: wins, end } = outcome
  const worth = {
    numerator: BigInt(round.bet.betAmount) * BigInt(multiplier.numerator),
    denominator: BigInt(multiplier.denominator),
  }
  const rounding = describeRounding(worth, payout)
  const actions = (round.actions ?? []).map((one) => hiLoAction.parse(one))
  const skips = actions.filter(({ action }) => action === 'skip')
  const guesses = actions.flatMap((action, index) => {
    const [before, after] = cards.slice(index, index + 2)
    if (action.action !== 'play' || !before || !after) return []
    const { choice } = action
    const verdict = isRight(choice, before, after) ? 'right' : 'wrong'
    const isSame = before.value === after.value
    return [
      `${choice} than ${before.value}, ${verdict}`,
      ...(isSame ? [`${choice}, ${verdict} by the same value`] : []),
    ]
  })
  return {
    ...toCases(GUESSES, guesses),
    ...toCases(ENDS, [
      `${end} ${rounding}`,
      `${end} ${rounding} after ${wins} right ones`,
    ]),
    'idle before a guess': end === 'idle' && wins === 0,
    'house_limit before a guess': end === 'house_limit' && wins === 0,
    'wrong_guess after a right one': end === 'wrong_guess' && wins > 0,
    'as many skips as there may be': skips.length === MOST_SKIPS,
    'ten right guesses': wins >= 10,
  }
}

function listCards({ outcome }: Round) {
  return hiLoOutcome.parse(outcome).cards.map(({ value }) => value)
}
