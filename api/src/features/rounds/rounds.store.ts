import { eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Database } from '../../platform/db/database.ts'
import { COMMIT_RUNS } from './commit-runs.sql.ts'
import { rounds } from './rounds.table.ts'
import type { Run } from './run.ts'

export type RoundRow = typeof rounds.$inferSelect

/** The balances, by player, from before the runs that were kept. */
type Kept = Map<string, number>

export type RoundsStore = ReturnType<typeof roundsStore>

export function roundsStore(db: Database, lanes: pg.Pool) {
  return {
    /**
     * Keeps runs, at most one a player, in one durable statement. Runs whose
     * guard does not hold are left out and nothing of them is written.
     */
    async commitRuns(lane: number, runs: readonly Run[]): Promise<Kept> {
      const { rows } = await lanes.query<[string, string]>({
        name: 'commit_runs',
        text: COMMIT_RUNS,
        values: [lane, ...guardColumns(runs), ...betColumns(runs)],
        rowMode: 'array',
      })
      return new Map(rows.map(([userId, balance]) => [userId, Number(balance)]))
    },

    async findRound(id: string): Promise<RoundRow | undefined> {
      const [row] = await db.select().from(rounds).where(eq(rounds.id, id))
      return row
    },

    /** Which of these rounds were kept, with the balance right behind each. */
    findKept: (ids: string[]) =>
      db
        .select({
          id: rounds.id,
          nonce: rounds.nonce,
          clientSeedId: rounds.clientSeedId,
          balance: sql`(
            SELECT balance_after FROM transactions t
            WHERE t.user_id = ${rounds.userId}
              AND t.seq = ${rounds.seq} + (${rounds.payout} > 0)::int
          )`.mapWith(Number),
        })
        .from(rounds)
        .where(inArray(rounds.id, ids)),
  }
}

function guardColumns(runs: readonly Run[]): unknown[] {
  return [
    runs.map(({ seat }) => seat.userId),
    runs.map(({ seat }) => seat.nonce),
    runs.map(({ seat }) => seat.seatVersion),
    runs.map(({ lowest }) => lowest),
    runs.map(({ change }) => change),
    runs.map(({ bets }) => bets.length),
    runs.map(({ movements }) => movements),
  ]
}

function betColumns(runs: readonly Run[]): unknown[] {
  const bets = runs.flatMap((run) => run.bets)
  const keyed = bets.flatMap(({ placed, answer, offset }) =>
    placed.request
      ? [{ userId: placed.userId, ...placed.request, answer, offset }]
      : [],
  )
  return [
    bets.map(({ placed }) => placed.userId),
    bets.map(({ placed }) => placed.id),
    bets.map(({ nonce }) => nonce),
    bets.map(({ clientSeedId }) => clientSeedId),
    bets.map(({ placed }) => placed.game.gameType),
    bets.map(({ placed }) => placed.game.rulesVersion),
    bets.map(({ bet }) => bet),
    bets.map(({ outcome }) => outcome),
    bets.map(({ stake }) => stake),
    bets.map(({ payout }) => payout),
    bets.map(({ roundHash }) => roundHash),
    bets.map(({ offset }) => offset.seq),
    bets.map(({ offset }) => offset.afterBet),
    keyed.map(({ userId }) => userId),
    keyed.map(({ key }) => key),
    keyed.map(({ digest }) => digest),
    keyed.map(({ answer }) => answer),
    keyed.map(({ offset }) => offset.afterRound),
  ]
}
