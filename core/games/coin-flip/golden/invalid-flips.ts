import { failing } from '../../../fairness/golden/failing.ts'
import type { Forge } from '../../../fairness/golden/forge.ts'
import { invalidEvidence } from '../../../fairness/golden/invalid-evidence.ts'
import type { Round } from '../../../fairness/round.ts'
import { coins } from '../../../money/coins.ts'
import type { InvalidRecord } from '../../../schemas/golden-file.ts'
import type { JsonObject } from '../../game.ts'

const BET = { betAmount: coins(1), choice: 'heads' }

/** Bad evidence, and flips that the rules do not allow or the seeds do not give. */
export function invalidFlips(forge: Forge): InvalidRecord[] {
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
