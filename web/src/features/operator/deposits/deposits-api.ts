import {
  operatorDepositDetails,
  operatorDeposits,
  operatorUnattributed,
} from '#core/schemas/operator/deposits.ts'
import { operatorList, operatorQuery } from '../operator-api.ts'

export const depositsList = operatorList('deposits', operatorDeposits, {
  rows: ({ deposits }) => deposits,
  cursor: ({ id }) => id,
})

export const unattributedList = operatorList(
  'unattributed',
  operatorUnattributed,
  { rows: ({ deposits }) => deposits, cursor: ({ id }) => id },
)

/** Lists what no deposit explains yet. */
export function gapsQuery() {
  return operatorQuery('unattributed', operatorUnattributed)
}

export function depositQuery(id: string) {
  return operatorQuery(`deposits/${id}`, operatorDepositDetails, false)
}
