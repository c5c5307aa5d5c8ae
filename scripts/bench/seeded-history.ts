import type pg from 'pg'

/**
 * Three transactions that cancel out: a flip that won, its payout, and one that
 * lost. $1 is the player, $2 how many transactions, $3 what game they call it.
 */
const SEED_PLAYER = `
WITH player AS (
  SELECT id, balance, seq, nonce,
    (SELECT max(client_seeds.id) FROM client_seeds WHERE user_id = users.id) AS client_seed_id
  FROM users WHERE id = $1 FOR UPDATE
), batch AS (
  INSERT INTO batches (partition) VALUES (0) RETURNING id
), move AS MATERIALIZED (
  SELECT n, n % 3 AS kind, uuidv7() AS id FROM generate_series(0, $2::int - 1) AS n
), told AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after, batch_id)
  SELECT player.id, player.seq + n + 1, move.id,
    CASE kind WHEN 1 THEN 'win' ELSE 'bet' END, $3,
    CASE kind WHEN 1 THEN 20 ELSE -10 END,
    player.balance + (ARRAY[-10, 10, 0])[kind + 1], batch.id
  FROM move, player, batch
), played AS (
  INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type, rules_version,
    bet, outcome, stake, payout, round_hash)
  SELECT move.id, player.id, player.seq + n + 1, player.nonce + n / 3 * 2 + kind / 2,
    client_seed_id, $3, 1, '{"choice": "heads", "betAmount": 10}',
    CASE kind WHEN 0 THEN '{"result": "heads", "payout": 20}'::jsonb
      ELSE '{"result": "tails", "payout": 0}' END,
    10, CASE kind WHEN 0 THEN 20 ELSE 0 END, repeat('0', 64)
  FROM move, player WHERE kind <> 1
), counted AS (
  UPDATE global_stats SET total_bets_placed = total_bets_placed + $2::int / 3 * 2,
    total_amount_wagered = total_amount_wagered + $2::int / 3 * 20
  WHERE id = 0
)
UPDATE users SET seq = users.seq + $2::int, nonce = users.nonce + $2::int / 3 * 2,
  snapshot_version = snapshot_version + 1
FROM player WHERE users.id = player.id`

type Played = {
  /** Of each player, a multiple of three. */
  transactionCount: number
  gameType: string
}

/**
 * Writes history that keeps every promise of the ledger but one: its rounds
 * were never played, so none of them can be replayed.
 */
export async function seedHistory(
  pool: pg.Pool,
  players: readonly string[],
  { transactionCount, gameType }: Played,
): Promise<void> {
  for (const player of players) {
    await pool.query(SEED_PLAYER, [player, transactionCount, gameType])
  }
}
