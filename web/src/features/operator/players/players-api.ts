import { transactions } from '#core/api/history.ts'
import {
  operatorPlayerDetails,
  operatorPlayers,
} from '#core/schemas/operator/players.ts'
import { operatorList, operatorQuery } from '../operator-api.ts'

export const playersList = operatorList('players', operatorPlayers, {
  rows: ({ players }) => players,
  cursor: ({ id }) => id,
})

export function playerQuery(id: string) {
  return operatorQuery(`players/${id}`, operatorPlayerDetails)
}

export function transactionsListOf(id: string) {
  return operatorList(`players/${id}/transactions`, transactions, {
    rows: (rows) => rows,
    cursor: ({ seq }) => String(seq),
  })
}
