import { Refusal } from '#core/refusals.ts'
import type { Score } from '#core/sports/game.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { sportsDecisions } from './sports.table.ts'
import { type GameRow, openGamesStore } from './sports-games.store.ts'

/** A decided game, with its state before. */
type DecidedGame = GameRow & {
  before: Pick<GameRow, 'status' | 'homeScore' | 'awayScore'>
}

export type GameDecisionsService = ReturnType<typeof openGameDecisions>

/**
 * Stores operators' decisions, which override feeds. The leading process settles
 * the bets, and corrects those settled before.
 */
export function openGameDecisions(db: Database, clock: Clock) {
  const games = openGamesStore(db)

  return {
    /** @param score the final score; undefined voids the game. @throws not_found */
    async decide(
      tx: Transaction,
      gameId: string,
      {
        score,
        ...grounds
      }: { score: Score | undefined; reason: string; decidedBy: string },
    ): Promise<DecidedGame> {
      const row = await games.find(tx, gameId, 'update')
      if (!row) throw new Refusal('game_unknown')
      const scores = {
        homeScore: score?.home ?? null,
        awayScore: score?.away ?? null,
      }
      const decided: GameRow = {
        ...row,
        ...scores,
        status: score ? 'final' : 'cancelled',
        bookmakers: [],
        resultVersion: row.resultVersion + 1,
        decidedBy: 'operator',
        heldFor: null,
      }
      await games.save(tx, [decided])
      await tx.insert(sportsDecisions).values({
        id: newId(),
        gameId,
        decidedAt: clock(),
        ...scores,
        ...grounds,
      })
      const { status, homeScore, awayScore } = row
      return { ...decided, before: { status, homeScore, awayScore } }
    },
  }
}
