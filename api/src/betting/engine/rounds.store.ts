import { eq, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type { Settlement } from '#core/api/history.ts'
import { type Coins, coins, JACKPOT_SEED } from '#core/money/coins.ts'
import type { BetState } from '../../ledger/history/history.service.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray, quotedArray } from '../../platform/db/sql-values.ts'
import { digestOf } from '../../platform/http/repeatable-request.ts'
import { newId } from '../../platform/ids.ts'
import { COMMIT_PLAYER_BATCHES } from './commit-player-batches.sql.ts'
import type { PlayerBatch } from './player-batch.ts'
import { rounds } from './rounds.table.ts'

export type RoundRow = typeof rounds.$inferSelect

type BetRow = {
  id: string
  userId: string
  seq: string
  /** Null while the round is open. */
  stake: string | null
  payout: string | null
}

type KeptRound = {
  id: string
  userId: string
  roundHash: string
  balance: number
  /** Of its last transaction. */
  seq: number
}

/** A player's balance and last seq before a commit, and the commit's time. */
export type Standing = { balance: number; seq: number; atMs: number }

/**
 * How players stood before the player batches that were kept; null where a dry
 * run would have been.
 */
export type Kept = Map<string, Standing | null>

export class RoundsStore {
  readonly #db: Database
  readonly #partitionPool: pg.Pool

  /** @param partitionPool a pool with a connection for each partition. */
  constructor(db: Database, partitionPool: pg.Pool) {
    this.#db = db
    this.#partitionPool = partitionPool
  }

  /**
   * Keeps player batches, at most one a player, in one durable statement.
   * Player batches whose guard does not hold are left out and nothing of them
   * is written.
   */
  async commitPlayerBatches(
    partition: number,
    playerBatches: readonly PlayerBatch[],
  ): Promise<Kept> {
    return keptOf(
      await this.#partitionPool.query(commit(partition, playerBatches)),
    )
  }

  /**
   * Keeps one player batch that takes the whole pot. Until it is kept nobody
   * else can have the pot, and no partition can add to it.
   */
  async commitHit(
    partition: number,
    playerBatchesOf: (pot: Coins) => readonly PlayerBatch[],
  ): Promise<Kept> {
    const client = await this.#partitionPool.connect()
    try {
      await client.query(
        `BEGIN; SET LOCAL statement_timeout = ${POT_WITHIN_MS}`,
      )
      const { rows } = await client.query<{ pot: string }>(LOCK_POT)
      await client.query('SET LOCAL statement_timeout TO DEFAULT')
      const playerBatches = playerBatchesOf(coins(Number(rows[0]?.pot)))
      const kept = keptOf(await client.query(commit(partition, playerBatches)))
      await client.query('COMMIT')
      client.release()
      return kept
    } catch (error) {
      // What a connection that ends had begun is undone.
      client.release(true)
      throw error
    }
  }

  async findRound(
    id: string,
    on: Database | Transaction = this.#db,
  ): Promise<RoundRow | undefined> {
    const [row] = await on.select().from(rounds).where(eq(rounds.id, id))
    return row
  }

  /** Those of the bets that began rounds, open or over. */
  async findBets(ids: readonly string[]): Promise<BetState[]> {
    const { rows } = await this.#db.execute<BetRow>(
      sql`SELECT id, user_id AS "userId", seq, stake, payout
          FROM rounds WHERE id = ANY(${plainArray(ids)}::uuid[])
          UNION ALL SELECT id, user_id, seq, NULL, NULL
          FROM open_rounds WHERE id = ANY(${plainArray(ids)}::uuid[])`,
    )
    return rows.map(({ id, userId, seq, stake, payout }) => ({
      id,
      userId,
      seq: Number(seq),
      settlement: stake === null ? null : settlementOf(stake, payout),
    }))
  }

  /** Rounds that are over, as they are stored. */
  findRounds(ids: readonly string[]): Promise<RoundRow[]> {
    return this.#db
      .select()
      .from(rounds)
      .where(inArray(rounds.id, [...ids]))
  }

  /** Which of these rounds were kept, with the balance right behind each. */
  async findKept(ids: readonly string[]): Promise<KeptRound[]> {
    const { rows } = await this.#db.execute<Record<keyof KeptRound, string>>(
      sql`SELECT r.id, r.user_id AS "userId", r.round_hash AS "roundHash",
            last.balance_after AS balance, last.seq
          FROM rounds AS r JOIN transactions AS last
            ON last.user_id = r.user_id AND last.seq = r.seq + (r.payout > 0)::int
          WHERE r.id = ANY(${plainArray(ids)}::uuid[])`,
    )
    return rows.map(({ balance, seq, ...row }) => ({
      ...row,
      balance: Number(balance),
      seq: Number(seq),
    }))
  }
}

function settlementOf(stake: string, payout: string | null): Settlement {
  return { stake: coins(Number(stake)), payout: coins(Number(payout)) }
}

/**
 * Who waits for the last partitions holds the first ones. The server itself has
 * to end that: when only the client gave up, the statement would wait on.
 */
const POT_WITHIN_MS = 2_000

const LOCK_POT = `
SELECT sum(jackpot) AS pot FROM (
  SELECT jackpot FROM global_stats ORDER BY id FOR NO KEY UPDATE) AS partitions`

function commit(
  partition: number,
  playerBatches: readonly PlayerBatch[],
): pg.QueryArrayConfig {
  return {
    name: 'commit_runs',
    text: COMMIT_PLAYER_BATCHES,
    values: [
      partition,
      ...guardColumns(playerBatches),
      ...moveColumns(playerBatches),
    ],
    rowMode: 'array',
  }
}

type KeptRow = [
  userId: string,
  balance: string | null,
  seq: string | null,
  atMs: string,
]

function keptOf({ rows }: pg.QueryArrayResult<KeptRow>): Kept {
  return new Map(
    rows.map(([userId, balance, seq, atMs]) => [
      userId,
      balance === null
        ? null
        : { balance: Number(balance), seq: Number(seq), atMs: Number(atMs) },
    ]),
  )
}

function guardColumns(playerBatches: readonly PlayerBatch[]): string[] {
  return [
    plainArray(playerBatches.map(({ snapshot }) => snapshot.userId)),
    plainArray(playerBatches.map(({ snapshot }) => snapshot.nonce)),
    plainArray(playerBatches.map(({ snapshot }) => snapshot.snapshotVersion)),
    plainArray(playerBatches.map(({ change }) => change)),
    plainArray(
      playerBatches.map(({ end, snapshot }) => end.nonce - snapshot.nonce),
    ),
    plainArray(playerBatches.map((batch) => batch.transactionCount)),
    plainArray(playerBatches.map(({ potShare }) => potShare)),
    plainArray(playerBatches.map(({ day }) => day.day)),
    plainArray(playerBatches.map(({ taken }) => taken)),
    plainArray(
      playerBatches.map(({ firstHit }) => String(firstHit !== undefined)),
    ),
  ]
}

function moveColumns(
  playerBatches: readonly PlayerBatch[],
): (string | number)[] {
  const moves = playerBatches.flatMap((playerBatch) => playerBatch.moves)
  const pot = playerBatches.find(
    (playerBatch) => playerBatch.pot !== undefined,
  )?.pot
  return [
    plainArray(moves.map(({ placed }) => placed.userId)),
    plainArray(moves.map(({ round }) => round.id)),
    plainArray(moves.map(({ round }) => round.nonce)),
    plainArray(moves.map(({ round }) => round.clientSeed.id)),
    quotedArray(moves.map(({ placed }) => placed.game.gameType)),
    plainArray(moves.map(({ round }) => round.game.rulesVersion)),
    plainArray(moves.map(({ stake }) => stake)),
    plainArray(moves.map(({ payout }) => payout)),
    plainArray(moves.map(({ roundHash }) => roundHash ?? 'NULL')),
    plainArray(moves.map(({ offset }) => offset.seq)),
    plainArray(moves.map(({ offset }) => offset.afterBet)),
    plainArray(moves.map(({ placed }) => placed.id)),
    plainArray(
      moves.map(({ placed, keptAnswer }) =>
        keptAnswer === null ? 'NULL' : digestOf(placed),
      ),
    ),
    `[${moves.map(({ bet }) => bet).join(',')}]`,
    `[${moves.map(({ outcome }) => outcome).join(',')}]`,
    `[${moves.map(({ hand }) => hand).join(',')}]`,
    pot ?? 0,
    pot ? JACKPOT_SEED : 0,
    JSON.stringify(moves.map(({ keptAnswer }) => keptAnswer)),
    // A tenth of the statement went into making them there.
    plainArray(moves.map(({ payout }) => (payout > 0 ? newId() : 'NULL'))),
  ]
}
