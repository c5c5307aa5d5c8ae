import pg from 'pg'
import { currentGames } from '#core/games/registry.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import { createHistory } from '../../api/src/ledger/history/history.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'

/** A player of one game for years, with a few hands of another. */
export const [USUAL = '', NEVER = '', RARE = ''] = currentGames.map(
  ({ gameType }) => gameType,
)
const HANDS = 100
const HAND = 3
/** Transactions that are not summed up yet, almost as many as the job leaves. */
const NEWEST = 3_900

/**
 * Writes a valid ledger of enrolled players, a tenth of it the first one's. Its
 * rounds can't be replayed, since they never happened.
 */
export async function fillLedger(url: string, total: number): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const add = async (ids: string[], gameType: string, transactions: number) => {
    for (const id of ids) {
      await pool.query(SEED_PLAYER, [id, transactions, gameType])
    }
  }
  try {
    const { rows } = await pool.query<{ id: string }>(
      "SELECT id FROM users WHERE username LIKE 'player-%' ORDER BY created_at",
    )
    const [busy = '', ...others] = rows.map(({ id }) => id)
    const each = triples((0.9 * total) / others.length)
    const newest = Math.min(NEWEST, each)
    await pool.query(`UPDATE users SET role = 'operator' WHERE id = $1`, [busy])
    await add(others, USUAL, each - newest)
    for (let hand = 0; hand < HANDS; hand += 1) {
      await add([busy], USUAL, triples((0.1 * total) / HANDS))
      await add([busy], RARE, HAND)
    }
    await pool.query('VACUUM ANALYZE transactions, rounds, batches')
    const { service } = createHistory({ db: openDatabase(pool) })
    await service.sumUpSegments(new AbortController().signal)
    await add([busy, ...others], USUAL, newest)
    await pool.query('VACUUM ANALYZE')
  } finally {
    await pool.end()
  }
}

/** Adds players who never come back, with the rows of their registration. */
export async function addIdlePlayers(url: string, count: number) {
  const client = new pg.Client(url)
  await client.connect()
  try {
    await client.query(ENROLL_IDLE, [count, STARTING_BALANCE])
  } finally {
    await client.end()
  }
}

/** Rounds down to whole {@link SEED_PLAYER} triples. */
function triples(transactions: number): number {
  return Math.floor(transactions / 3) * 3
}

/** Their keys open nothing. $1 is the number of players, $2 the coins of each. */
const ENROLL_IDLE = `
WITH player AS MATERIALIZED (
  SELECT uuidv7() AS id FROM generate_series(1, $1::int)
), enrolled AS (
  INSERT INTO users (id, username, password, balance, seq)
  SELECT id, 'idle-' || id, '', $2, 1 FROM player
), keyed AS (
  INSERT INTO stream_keys (user_id, from_epoch, sealed_key)
  SELECT id, 0, sha256(id::text::bytea) FROM player
), seeded AS (
  INSERT INTO client_seeds (user_id, epoch, seed, set_by, set_at)
  SELECT id, 0, 'idle', 'server', now() FROM player
), published AS (
  INSERT INTO fairness_epochs (user_id, epoch, root, published_at)
  SELECT id, 0, encode(sha256(id::text::bytea), 'hex'), now() FROM player
), counted AS (
  UPDATE global_stats SET total_users = total_users + $1,
    grant_balance = grant_balance - $1::int8 * $2
  WHERE id = 0
), batch AS (
  INSERT INTO batches (partition, players, grants)
  VALUES (0, $1::int8 * $2, -$1::int8 * $2) RETURNING id
)
INSERT INTO transactions (user_id, seq, id, type, amount, balance_after, batch_id)
SELECT player.id, 1, uuidv7(), 'grant', $2, $2, batch.id FROM player, batch`

/**
 * Inserts triples that cancel out: a won flip, its payout and a lost flip. $1 is
 * the player, $2 the number of transactions (a multiple of three), $3 the game type.
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
), inserted AS (
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
