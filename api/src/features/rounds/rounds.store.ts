import { eq, sql } from 'drizzle-orm'
import type pg from 'pg'
import { plainArray, quotedArray } from '../../platform/db/array-literal.ts'
import type { Database } from '../../platform/db/database.ts'
import { COMMIT_RUNS } from './commit-runs.sql.ts'
import { rounds } from './rounds.table.ts'
import type { Run } from './run.ts'

export type RoundRow = typeof rounds.$inferSelect

type KeptRound = {
  id: string
  nonce: number
  clientSeedId: number
  balance: number
}

/** The balances, by player, from before the runs that were kept. */
type Kept = Map<string, number>

export class RoundsStore {
  readonly #db: Database
  readonly #lanes: pg.Pool

  /** @param lanes a pool with a connection for each lane. */
  constructor(db: Database, lanes: pg.Pool) {
    this.#db = db
    this.#lanes = lanes
  }

  /**
   * Keeps runs, at most one a player, in one durable statement. Runs whose
   * guard does not hold are left out and nothing of them is written.
   */
  async commitRuns(lane: number, runs: readonly Run[]): Promise<Kept> {
    const { rows } = await this.#lanes.query<[string, string]>({
      name: 'commit_runs',
      text: COMMIT_RUNS,
      values: [lane, ...guardColumns(runs), ...betColumns(runs)],
      rowMode: 'array',
    })
    return new Map(rows.map(([userId, balance]) => [userId, Number(balance)]))
  }

  async findRound(id: string): Promise<RoundRow | undefined> {
    const [row] = await this.#db.select().from(rounds).where(eq(rounds.id, id))
    return row
  }

  /** Which of these rounds were kept, with the balance right behind each. */
  async findKept(ids: readonly string[]): Promise<KeptRound[]> {
    const { rows } = await this.#db.execute<Record<keyof KeptRound, string>>(
      sql`SELECT r.id, r.nonce, r.client_seed_id AS "clientSeedId",
            last.balance_after AS balance
          FROM rounds AS r JOIN transactions AS last
            ON last.user_id = r.user_id AND last.seq = r.seq + (r.payout > 0)::int
          WHERE r.id = ANY(${plainArray(ids)}::uuid[])`,
    )
    return rows.map(({ id, nonce, clientSeedId, balance }) => ({
      id,
      nonce: Number(nonce),
      clientSeedId: Number(clientSeedId),
      balance: Number(balance),
    }))
  }
}

function guardColumns(runs: readonly Run[]): string[] {
  return [
    plainArray(runs.map(({ seat }) => seat.userId)),
    plainArray(runs.map(({ seat }) => seat.nonce)),
    plainArray(runs.map(({ seat }) => seat.seatVersion)),
    plainArray(runs.map(({ change }) => change)),
    plainArray(runs.map(({ bets }) => bets.length)),
    plainArray(runs.map(({ movements }) => movements)),
  ]
}

function betColumns(runs: readonly Run[]): string[] {
  const bets = runs.flatMap((run) => run.bets)
  return [
    plainArray(bets.map(({ placed }) => placed.userId)),
    plainArray(bets.map(({ placed }) => placed.id)),
    plainArray(bets.map(({ nonce }) => nonce)),
    plainArray(bets.map(({ clientSeedId }) => clientSeedId)),
    quotedArray(bets.map(({ placed }) => placed.game.gameType)),
    plainArray(bets.map(({ placed }) => placed.game.rulesVersion)),
    plainArray(bets.map(({ stake }) => stake)),
    plainArray(bets.map(({ payout }) => payout)),
    plainArray(bets.map(({ roundHash }) => roundHash)),
    plainArray(bets.map(({ offset }) => offset.seq)),
    plainArray(bets.map(({ offset }) => offset.afterBet)),
    plainArray(bets.map(({ placed }) => placed.request?.key ?? 'NULL')),
    plainArray(bets.map(({ placed }) => placed.request?.digest ?? 'NULL')),
    `[${bets.map(({ bet }) => bet).join(',')}]`,
    `[${bets.map(({ outcome }) => outcome).join(',')}]`,
    JSON.stringify(bets.map(({ answer }) => answer)),
  ]
}
