import {
  operatorOutbox,
  operatorSweepDetails,
  operatorSweepPlan,
  operatorSweeps,
  type SweepPlanRequest,
} from '#core/schemas/operator/chain.ts'
import { operatorAnchors } from '#core/schemas/operator/house.ts'
import { sendJson } from '../../../lib/api-client.ts'
import { OPERATOR_PATH, operatorList, operatorQuery } from '../operator-api.ts'

export const outboxList = operatorList('outbox', operatorOutbox, {
  rows: ({ transactions }) => transactions,
  cursor: ({ id }) => String(id),
})

/** The house's own account, beside what it sends. */
export function gasQuery() {
  return operatorQuery('outbox', operatorOutbox)
}

export const sweepsList = operatorList('sweeps', operatorSweeps, {
  rows: ({ sweeps }) => sweeps,
  cursor: ({ id }) => String(id),
})

export function sweepQuery(id: string) {
  return operatorQuery(`sweeps/${id}`, operatorSweepDetails)
}

export const anchorsList = operatorList('anchors', operatorAnchors, {
  rows: ({ anchors }) => anchors,
  cursor: ({ id }) => String(id),
})

/** Asks what a sweep would move now, and what it would cost. */
export function planSweep(body: SweepPlanRequest) {
  const schema = operatorSweepPlan
  return sendJson('POST', `${OPERATOR_PATH}/sweeps/plan`, { body, schema })
}
