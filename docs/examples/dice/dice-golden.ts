import { coins, MAX_COINS } from '#core/money/coins.ts'
import { type Forge, failing } from '../../../scripts/golden/forge.ts'
import type { InvalidRecord } from '../../../scripts/golden/golden-file.ts'
import {
  applying,
  type GoldenKinds,
  type GoldenPlan,
  ROUNDINGS,
  roundingOf,
} from '../../../scripts/golden/plan.ts'
import { dice, diceOutcome, winOf } from './dice.ts'

const BET = { betAmount: coins(10), below: 50 }

/** Covers both sides of the winning limit, and every rounding of a win. */
const diceKinds: GoldenKinds = {
  all: [
    'a roll equal to the number',
    'a roll one below the number',
    ...ROUNDINGS.map((rounding) => `won, ${rounding}`),
  ],

  shownBy(round) {
    const bet = dice.bet.parse(round.bet)
    const { roll, payout } = diceOutcome.parse(round.outcome)
    return [
      ...applying({
        'a roll equal to the number': roll === bet.below,
        'a roll one below the number': roll === bet.below - 1,
      }),
      ...(payout > 0 ? [`won, ${roundingOf(winOf(bet), payout)}`] : []),
    ]
  },
}

export const plan: GoldenPlan = {
  game: dice,
  epoch: 5,
  stakes: [1, 2, 3, 10, 49, 100, 999, 123_456_789, Math.floor(MAX_COINS / 99)],
  betOf: (betAmount, index) => ({ betAmount, below: 1 + (index % 98) }),
  kinds: diceKinds,
  invalid: invalidRolls,
}

/** Rolls that the rules or seeds rule out. */
function invalidRolls(forge: Forge): InvalidRecord[] {
  const lost = forge.found({ bet: BET }, ({ outcome }) => outcome.payout === 0)
  const { roll } = diceOutcome.parse(lost.outcome)
  return [
    ...failing('rules', {
      'rules version 2': forge.record(lost, { rulesVersion: 2 }),
    }),
    ...failing('bet', {
      'a number of 0': forge.record(lost, { bet: { ...BET, below: 0 } }),
      'a number of 99': forge.record(lost, { bet: { ...BET, below: 99 } }),
    }),
    ...failing('action', {
      'an action after the end': forge.record(lost, {
        actions: [{ action: 'roll' }],
      }),
    }),
    ...failing('draws', {
      'a second roll': forge.record(lost, { draws: [...lost.draws, 0] }),
    }),
    ...failing('outcome', {
      'a loss that pays': forge.record(lost, {
        outcome: { roll, payout: coins(19) },
      }),
    }),
  ]
}
