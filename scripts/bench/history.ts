import pg from 'pg'
import { currentGames } from '#core/games/registry.ts'
import { openHistory } from '../../api/src/ledger/history/history.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { atMost, type Measure, percentile, rounded } from '../cli/measures.ts'
import type { Stage } from '../product/stage.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const TRANSACTIONS = 9_000
/** A player of one game for years, with a few hands of another. */
const [USUAL = '', NEVER = '', RARE = ''] = currentGames.map(
  ({ gameType }) => gameType,
)
const USUAL_BETWEEN = 9_999
const HANDS = 100
const HAND = 3
/** Transactions that are not summed up yet, almost as many as the job leaves. */
const NEWEST = 3_900

const PAGE_BAR_MS = 20
const LOOKS = 100
const WARM_UP_LOOKS = 200

/** The newest page, a distant one, and filters with few results. */
const QUERIES = [
  '',
  '?before=5000',
  '?type=win',
  '?type=grant',
  '?type=reset',
  gameIs(NEVER),
  gameIs(RARE),
  `${gameIs(RARE)}&type=win`,
  `${gameIs(RARE)}&type=win&before=700000`,
  `${gameIs(USUAL)}&type=bet`,
]

function gameIs(gameType: string): string {
  return `?${new URLSearchParams({ gameType })}`
}

/**
 * Measures pages of history among ten million transactions, after a warm-up by
 * other players, and the operator's overview.
 */
export async function historyRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS + 1)
  const [busy = '', other = '', ...more] = cookies
  await fillLedger(stage.env.DATABASE_URL)
  const { url } = await stage.startApi()
  const history = '/api/transactions'
  const looks: Look[] = [
    {
      name: 'history_first_look',
      path: history,
      by: more.slice(WARM_UP_LOOKS, WARM_UP_LOOKS + LOOKS),
    },
    ...looksOf('history', other),
    ...looksOf('history_of_a_million', busy),
    {
      name: 'operator_overview',
      path: '/api/operator/overview',
      by: always(busy),
      barMs: 50,
    },
  ]
  await slowest95(url + history, more.slice(0, WARM_UP_LOOKS))
  const rows: Measure[] = []
  for (const { name, path, by, barMs = PAGE_BAR_MS } of looks) {
    const value = await slowest95(url + path, by)
    rows.push(atMost(name, value, 'ms (p95)', barMs))
  }
  return rows
}

type Look = {
  name: string
  path: string
  /** Cookie headers, one per request. */
  by: readonly string[]
  barMs?: number
}

function looksOf(name: string, cookie: string): Look[] {
  const by = always(cookie)
  const path = '/api/transactions'
  return [
    ...QUERIES.map((query) => ({
      name: `${name} ${query}`.trim(),
      path: path + query,
      by,
    })),
    { name: `${name} summary`, path: `${path}/summary`, by, barMs: 300 },
  ]
}

function always(cookie: string): string[] {
  return Array.from({ length: LOOKS }, () => cookie)
}

/** Returns the 95th percentile in milliseconds, of one request per cookie. */
async function slowest95(
  url: string,
  cookies: readonly string[],
): Promise<number> {
  const times: number[] = []
  for (const cookie of cookies) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.text()
    times.push(performance.now() - startedAt)
  }
  return rounded(percentile(times, 95), 1)
}

/** Writes a valid ledger whose rounds can't be replayed, since they never happened. */
async function fillLedger(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  const add = async (ids: string[], gameType: string, transactions: number) => {
    for (const id of ids) {
      await pool.query(SEED_PLAYER, [id, transactions, gameType])
    }
  }
  try {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM users ORDER BY created_at',
    )
    const [busy = '', ...others] = rows.map(({ id }) => id)
    await pool.query(`UPDATE users SET role = 'operator' WHERE id = $1`, [busy])
    await add(others, USUAL, TRANSACTIONS - NEWEST)
    for (let hand = 0; hand < HANDS; hand += 1) {
      await add([busy], USUAL, USUAL_BETWEEN)
      await add([busy], RARE, HAND)
    }
    await pool.query('VACUUM ANALYZE transactions, rounds, batches')
    const { service } = openHistory({ db: databaseOn(pool) })
    await service.sumUpSegments(new AbortController().signal)
    await add([busy, ...others], USUAL, NEWEST)
    await pool.query('VACUUM ANALYZE transactions, rounds')
  } finally {
    await pool.end()
  }
}

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
