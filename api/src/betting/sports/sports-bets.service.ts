import type { SportsBet, SportsRecord } from '#core/api/sports.ts'
import type { BetsStore } from './sports-bets.store.ts'
import type { GamesStore } from './sports-games.store.ts'
import { shownBet, sportsRecordOf } from './sports-records.ts'

/** Reads placed bets. */
export function openSportsService({
  bets,
  games,
}: {
  bets: BetsStore
  games: GamesStore
}) {
  return {
    async ofPlayer(userId: string): Promise<SportsBet[]> {
      return (await bets.ofPlayer(userId)).map(shownBet)
    },

    storedBets: bets.findAll,

    /** Returns the evidence of a bet; undefined for an unknown id. */
    async record(id: string): Promise<SportsRecord | undefined> {
      const found = await bets.find(id)
      if (!found) return undefined
      const decisions = await games.decisionsOf(found.game.id)
      return sportsRecordOf(found, decisions)
    },
  }
}
