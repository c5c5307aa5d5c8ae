import {
  operatorSportsBets,
  operatorSportsGames,
} from '#core/schemas/operator/sports.ts'
import { operatorList } from '../operator-api.ts'

export const gamesList = operatorList('sports/games', operatorSportsGames, {
  rows: ({ games }) => games,
  cursor: ({ id }) => id,
})

export function betsListOf(gameId: string) {
  const path = `sports/games/${encodeURIComponent(gameId)}/bets`
  return operatorList(path, operatorSportsBets, {
    rows: ({ bets }) => bets,
    cursor: ({ id }) => id,
  })
}
