import { expect } from 'vitest'
import { sportsGames } from '#core/api/sports.ts'
import { eventually } from '#testing/server/eventually.ts'
import type { TestClient } from '#testing/server/test-client.ts'

/** Returns bets on the winners of two games on offer, without their stakes. */
export function offeredBets(client: TestClient) {
  const path = '/api/sports/games?sport=basketball_nba'
  return eventually(async () => {
    const games = sportsGames.parse((await client.get(path)).body)
    const bets = games
      .filter(({ live, stale }) => !live && !stale)
      .flatMap(({ id, bookmakers: [first] }) => {
        const winner = first?.markets.find(({ key }) => key === 'h2h')
        const outcomes = winner?.outcomes.slice(0, 1) ?? []
        return outcomes.map(({ name, price }) => ({
          gameId: id,
          teamName: name,
          odds: price,
        }))
      })
    const [one, other] = bets
    return one && other ? ([one, other] as const) : expect.fail('not yet')
  })
}
