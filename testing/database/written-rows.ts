import type pg from 'pg'

const TABLES = [
  'users',
  'transactions',
  'batches',
  'global_stats',
  'rounds',
  'open_rounds',
  'client_seeds',
  'fairness_epochs',
  'kept_answers',
  'stream_keys',
  'sign_in_wallets',
  'player_limits',
  'siwe_nonces',
  'stakes',
  'sports_bets',
  'referrals',
  'referral_visits',
]

/** A digest of every table of players, coins, rounds and fairness. */
export async function writtenRows(pool: pg.Pool): Promise<string> {
  const digests = TABLES.map(
    (table) =>
      `(SELECT md5(string_agg(t::text, ',' ORDER BY t::text)) FROM ${table} t)`,
  )
  const { rows } = await pool.query<{ digest: string }>(
    `SELECT concat_ws(',', ${digests.join(', ')}) AS digest`,
  )
  return rows[0]?.digest ?? ''
}
