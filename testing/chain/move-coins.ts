import type { Transaction } from '#core/api/history.ts'
import type { TestServer } from '#testing/server/test-server.ts'

export type Move = Pick<Transaction, 'type' | 'gameType'> & {
  /** In coins; default 1. */
  amount?: number
  /** Default now. */
  at?: Date
}

/** Posts coins from the grant account, of any type. */
export async function moveCoins(
  { pool }: Pick<TestServer, 'pool'>,
  userId: string,
  moves: readonly Move[],
): Promise<void> {
  await pool.query(
    `WITH move AS (
       SELECT n, type, game_type, amount, coalesce(at, now()) AS at,
         (sum(amount) OVER (ORDER BY n))::int8 AS moved, (sum(amount) OVER ())::int8 AS all_moved
       FROM unnest($2::text[], $3::text[], $4::int8[], $5::timestamptz[])
         WITH ORDINALITY AS move(type, game_type, amount, at, n)
     ), player AS (
       UPDATE users SET balance = balance + all_moved, seq = seq + $6, snapshot_version = snapshot_version + 1
       FROM move WHERE id = $1 AND n = 1
       RETURNING balance - all_moved AS balance, seq - $6 AS seq
     ), batch AS (
       INSERT INTO batches (partition, players, grants)
       SELECT 0, all_moved, -all_moved FROM move WHERE n = 1 RETURNING id
     ), house AS (
       UPDATE global_stats SET grant_balance = grant_balance - all_moved
       FROM move WHERE id = 0 AND n = 1
     )
     INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after, batch_id, timestamp)
     SELECT $1, player.seq + n, uuidv7(), type, game_type, amount, player.balance + moved, batch.id, at
     FROM player, batch, move`,
    [
      userId,
      moves.map(({ type }) => type),
      moves.map(({ gameType }) => gameType),
      moves.map(({ amount = 1 }) => amount),
      moves.map(({ at }) => at?.toISOString()),
      moves.length,
    ],
  )
}
