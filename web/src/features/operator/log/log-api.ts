import { operatorActions } from '#core/schemas/operator/actions.ts'
import { operatorList } from '../operator-api.ts'

export const actionsList = operatorList('audit-log', operatorActions, {
  rows: ({ actions }) => actions,
  cursor: ({ id }) => String(id),
})
