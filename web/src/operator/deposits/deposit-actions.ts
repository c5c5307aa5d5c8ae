import {
  decideDeposit,
  type OperatorDeposit,
  recheckDeposit,
} from '#core/api/operator/deposits.ts'
import { amountText } from '../../lib/amount-text.ts'
import { call } from '../../lib/call.ts'
import { coinsText } from '../../lib/format.ts'
import type { Action } from '../frame/action.ts'

/** A deposit as people speak of it: '5 GUMBY of Bea'. */
export function depositName(deposit: OperatorDeposit): string {
  const { amount, asset: cryptoType, username } = deposit
  return `${amountText({ amount, cryptoType })} of ${username}`
}

export function recheckAction(deposit: OperatorDeposit): Action {
  const params = { id: deposit.id }
  return {
    title: `Check ${depositName(deposit)} again`,
    consequence:
      'Asks the chain now. It is credited if all conditions hold, and stays as it is otherwise.',
    verb: 'Check now',
    send: ({ reason }) => call(recheckDeposit, { params, body: { reason } }),
    done: 'The deposit was checked',
  }
}

export function creditAction(deposit: OperatorDeposit): Action {
  return {
    title: `Credit ${depositName(deposit)}`,
    consequence: `Pays ${deposit.username} ${coinsText(deposit.coins)}, as a posting. This can’t be undone.`,
    verb: 'Credit',
    send: decide(deposit, 'credit'),
    done: 'The deposit is credited',
  }
}

export function rejectAction(deposit: OperatorDeposit): Action {
  return {
    title: `Reject ${depositName(deposit)}`,
    consequence: `${deposit.username} gets nothing for it, and is told your reason.`,
    verb: 'Reject',
    isDanger: true,
    reasonHint: 'For the player and the audit log.',
    send: decide(deposit, 'reject'),
    done: 'The deposit is rejected',
  }
}

function decide(
  { id }: OperatorDeposit,
  decision: 'credit' | 'reject',
): Action['send'] {
  return ({ reason }) =>
    call(decideDeposit, { params: { id }, body: { decision, reason } })
}
