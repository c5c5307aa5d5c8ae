import {
  depositDecisionRequest,
  depositParams,
  operatorDeposit,
  operatorDepositDetails,
  operatorDeposits,
  operatorDepositsQuery,
  operatorUnattributed,
  unattributedQuery,
} from '#core/schemas/operator/deposits.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import type { RouteReference } from '../../platform/reference/route-reference.ts'
import { ACT, BY_ID, READ, REASON as reason } from './reference-parts.ts'

const deposit = {
  schema: depositParams,
  example: { id: '01936f4e-5a00-7000-8000-000000000000' },
}

export const depositsReference: RouteReference[] = [
  {
    ...READ,
    path: '/api/operator/deposits',
    summary: 'List deposits, newest first',
    description: BY_ID,
    query: { schema: operatorDepositsQuery, example: { status: 'pending' } },
    answer: { status: 200, schema: operatorDeposits },
  },
  {
    ...READ,
    path: '/api/operator/unattributed',
    summary: 'List deposits that no transaction explains, newest first',
    description: `Beside them what wallets were seen to hold beyond all deposits at one block so far. ${BY_ID}`,
    query: { schema: unattributedQuery, example: { status: 'pending' } },
    answer: { status: 200, schema: operatorUnattributed },
  },
  {
    ...READ,
    path: '/api/operator/deposits/{id}',
    summary: 'Read a deposit, with its checks and its timeline',
    description: 'Asks the chain what it says of the payment at this moment.',
    params: deposit,
    answer: { status: 200, schema: operatorDepositDetails },
    refusals: ['not_found'],
  },
  {
    ...ACT,
    scope: 'deposits',
    path: '/api/operator/deposits/{id}/recheck',
    summary: 'Look at a deposit once more',
    description: 'By the rules of any other, at once.',
    params: deposit,
    body: { schema: reasonRequest, example: { reason } },
    answer: { status: 200, schema: operatorDeposit },
    refusals: ['not_found', 'illegal_action', 'unavailable'],
  },
  {
    ...ACT,
    scope: 'deposits',
    path: '/api/operator/deposits/{id}/decide',
    summary: 'Credit or reject a deposit that the rules leave to the operator',
    description:
      'Those with `isDecidable`: they have all confirmations, and wait for room in a balance, or for nodes that lack old state or contradict each other. A credit is the posting of any other; what the house itself sent, or what the chain does not show, is none. The player is told the reason of a rejection. Who decides the same again changes nothing.',
    params: deposit,
    body: {
      schema: depositDecisionRequest,
      example: { decision: 'credit', reason },
    },
    answer: { status: 200, schema: operatorDeposit },
    refusals: ['not_found', 'illegal_action', 'balance_limit', 'unavailable'],
  },
]
