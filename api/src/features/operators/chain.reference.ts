import {
  operatorOutbox,
  operatorSweepDetails,
  operatorSweepPlan,
  operatorSweeps,
  outboxQuery,
  sweepParams,
  sweepPlanRequest,
  sweepRequest,
} from '#core/schemas/operator/chain.ts'
import type { RouteReference } from '../../platform/reference/route-reference.ts'
import { ACT, BY_ID, OLDER, READ, REASON as reason } from './reference-parts.ts'

export const chainReference: RouteReference[] = [
  {
    ...READ,
    path: '/api/operator/outbox',
    summary: 'List what the house sends to the chain, newest first',
    description: BY_ID,
    query: { schema: outboxQuery, example: { status: 'final' } },
    answer: { status: 200, schema: operatorOutbox },
  },
  {
    ...READ,
    ...OLDER,
    path: '/api/operator/sweeps',
    summary: 'List sweeps, newest first',
    answer: { status: 200, schema: operatorSweeps },
  },
  {
    ...READ,
    path: '/api/operator/sweeps/{id}',
    summary: 'Read a sweep, with its moves',
    params: { schema: sweepParams, example: { id: '1' } },
    answer: { status: 200, schema: operatorSweepDetails },
    refusals: ['not_found'],
  },
  {
    ...ACT,
    scope: 'sweep',
    path: '/api/operator/sweeps/plan',
    summary: 'Plan a sweep, without doing anything',
    body: { schema: sweepPlanRequest, example: { asset: 'tBNB' } },
    answer: { status: 200, schema: operatorSweepPlan },
    refusals: ['illegal_action', 'unavailable'],
  },
  {
    ...ACT,
    scope: 'sweep',
    path: '/api/operator/sweeps',
    summary: "Move what players' wallets hold to the treasury",
    description:
      'It goes on by itself, in whichever process leads; one at a time.',
    body: { schema: sweepRequest, example: { asset: 'tBNB', reason } },
    answer: { status: 201, schema: operatorSweepDetails },
    refusals: ['illegal_action', 'unavailable'],
  },
]
