import { eq } from 'drizzle-orm'
import { Refusal } from '#core/refusals.ts'
import type { Score } from '#core/sports/game.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { type GameRow, sportsDecisions, sportsGames } from './sports.table.ts'

type DecidedGame = GameRow & {
  before: Pick<GameRow, 'status' | 'homeScore' | 'awayScore'>
}

/**
 * Stores an operator's decision, which overrides feeds. The leading process
 * settles the bets, and corrects those settled before.
 *
 * @param decision `score` is the final score; undefined voids the game.
 * @throws game_unknown
 */
export async function decideGame(
  tx: Transaction,
  gameId: string,
  {
    score,
    ...grounds
  }: {
    score: Score | undefined
    reason: string
    decidedBy: string
    decidedAt: Date
  },
): Promise<DecidedGame> {
  const isGame = eq(sportsGames.id, gameId)
  const [row] = await tx
    .select()
    .from(sportsGames)
    .where(isGame)
    .for('no key update')
  if (!row) throw new Refusal('game_unknown')
  const scores = {
    homeScore: score?.home ?? null,
    awayScore: score?.away ?? null,
  }
  const decided = {
    ...scores,
    status: score ? 'final' : 'cancelled',
    bookmakers: [],
    resultVersion: row.resultVersion + 1,
    decidedBy: 'operator',
    heldFor: null,
  } satisfies Partial<GameRow>
  await tx.update(sportsGames).set(decided).where(isGame)
  const decision = { id: newId(), gameId, ...scores, ...grounds }
  await tx.insert(sportsDecisions).values(decision)
  const { status, homeScore, awayScore } = row
  const before = { status, homeScore, awayScore }
  return { ...row, ...decided, before }
}
