import type { Round } from '#core/fairness/round.ts'
import {
  coinFlip,
  coinFlipOutcome,
  PAYOUT_HUNDREDTHS,
} from '#core/games/coin-flip/coin-flip.ts'
import type { JsonObject } from '#core/games/game.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { type Forge, failing } from './forge.ts'
import type { InvalidRecord } from './golden-file.ts'
import { invalidEvidence } from './invalid-evidence.ts'
import {
  type GoldenKinds,
  type GoldenPlan,
  ROUNDINGS,
  roundingOf,
} from './plan.ts'

/** The largest stake whose win a balance can hold. */
const LARGEST_STAKE = Number(
  (BigInt(MAX_COINS) * 100n) / BigInt(PAYOUT_HUNDREDTHS),
)

const SIDES = ['heads', 'tails']

/** Covers right and wrong calls of each side, and every rounding of a win. */
const coinFlipKinds: GoldenKinds = {
  all: SIDES.flatMap((side) => [
    `${side} lost`,
    ...ROUNDINGS.map((rounding) => `${side} won, ${rounding}`),
  ]),

  shownBy({ bet: { betAmount, choice }, outcome }) {
    const { result, payout } = coinFlipOutcome.parse(outcome)
    const win = {
      numerator: BigInt(betAmount) * BigInt(PAYOUT_HUNDREDTHS),
      denominator: 100n,
    }
    return result === choice
      ? [`${choice} won, ${roundingOf(win, payout)}`]
      : [`${choice} lost`]
  },
}

export const plan: GoldenPlan = {
  game: coinFlip,
  epoch: 1,
  stakes: [1, 2, 3, 10, 49, 50, 51, 100, 999, 123_456_789, LARGEST_STAKE],
  betOf: (betAmount, index) => ({
    betAmount,
    choice: index % 3 === 0 ? 'tails' : 'heads',
  }),
  kinds: coinFlipKinds,
  invalid: invalidFlips,
}

const BET = { betAmount: coins(1), choice: 'heads' }

/** Flips that the rules or seeds rule out, and invalid evidence of any game. */
function invalidFlips(forge: Forge): InvalidRecord[] {
  const lost = forge.found({ bet: BET }, ({ outcome }) => outcome.payout === 0)
  return [
    ...invalidEvidence(forge, lost),
    ...failing('rules', {
      'rules version 0': forge.record(lost, { rulesVersion: 0 }),
      'rules version 2': forge.record(lost, { rulesVersion: 2 }),
      'a game that is none': forge.record(lost, { gameType: 'Dice' }),
    }),
    ...invalidBets(forge, lost),
    ...failing('action', {
      'an action after the end': forge.record(lost, {
        actions: [{ action: 'skip' }],
      }),
    }),
    ...invalidResults(forge, lost),
  ]
}

function invalidBets(forge: Forge, lost: Round): InvalidRecord[] {
  const betting = (bet: JsonObject) => forge.record(lost, { bet })
  const staking = (betAmount: number | string) => betting({ ...BET, betAmount })
  return failing('bet', {
    'a stake of 0': staking(0),
    'a stake below 0': staking(-1),
    'a stake with a fraction': staking(1.5),
    'a stake as a text': staking('1'),
    'a stake whose win no balance holds': staking(4_549_090_532_697_471),
    'a stake of 2^53': staking(2 ** 53),
    'a bet without a stake': betting({ choice: 'heads' }),
    'a bet without a side': betting({ betAmount: 1 }),
    'a side that is none': betting({ ...BET, choice: 'edge' }),
    'a bet with a member too many': betting({ ...BET, odds: 3 }),
  })
}

function invalidResults(forge: Forge, lost: Round): InvalidRecord[] {
  const down = forge.found({ bet: BET }, ({ outcome }) => outcome.payout === 1)
  const up = forge.found({ bet: BET }, ({ outcome }) => outcome.payout === 2)
  const paying = (round: Round, payout: number) =>
    forge.record(round, {
      outcome: { ...round.outcome, payout: coins(payout) },
    })
  return [
    ...failing('draws', {
      'a draw that was not used': forge.record(lost, {
        draws: [...lost.draws, 0],
      }),
      'a draw that is not of the seeds': forge.record(lost, { draws: [0] }),
    }),
    ...failing('outcome', {
      'the other side': forge.record(lost, {
        outcome: { result: 'heads', payout: coins(2) },
      }),
      'a win rounded up that its draw rounds down': paying(down, 2),
      'a win rounded down that its draw rounds up': paying(up, 1),
      'an outcome with a member too many': forge.record(up, {
        outcome: { ...up.outcome, bonus: 1 },
      }),
    }),
  ]
}
