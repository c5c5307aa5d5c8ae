import { sql } from 'drizzle-orm'

/**
 * Settles pending bets of ended races in one statement: pays winners and refunds
 * void bets. Skips settled bets, and payouts that exceed the largest balance,
 * which stay pending.
 *
 * @returns the settled bets, with their players' new balances if they were paid.
 */
export function settleBets(settled: {
  /** Array literals, one entry per bet. */
  ids: string
  statuses: string
  payouts: string
  hashes: string
  /** Day of the payment, in days since the start of 1970. */
  day: number
}) {
  const { ids, statuses, payouts, hashes, day } = settled
  return sql`
WITH due AS MATERIALIZED (
  SELECT bet.id, bet.race_number, bet.user_id, due.status, due.payout, due.hash
  FROM unnest(${ids}::uuid[], ${statuses}::text[], ${payouts}::int8[], ${hashes}::text[])
    AS due(id, status, payout, hash)
  JOIN race_bets AS bet ON bet.id = due.id
  WHERE bet.status = 'pending'
  FOR UPDATE OF bet
), player AS MATERIALIZED (
  SELECT users.id, users.balance, users.seq
  FROM users WHERE users.id IN (SELECT user_id FROM due)
  ORDER BY users.id FOR NO KEY UPDATE
), line AS MATERIALIZED (
  SELECT due.*, player.balance + sum(payout) OVER own AS balance_after,
    player.seq + count(*) FILTER (WHERE payout > 0) OVER own AS seq
  FROM due JOIN player ON player.id = due.user_id
  WINDOW own AS (PARTITION BY due.user_id ORDER BY due.id)
), fit AS MATERIALIZED (
  SELECT * FROM line WHERE balance_after <= 9007199254740991
), paid AS MATERIALIZED (
  SELECT user_id, sum(payout) AS payout, count(*)::int AS transactions
  FROM fit WHERE payout > 0 GROUP BY user_id
), moved AS (
  UPDATE users SET
    balance = balance + payout,
    seq = seq + transactions,
    snapshot_version = snapshot_version + 1,
    play_day = greatest(play_day, ${day}::int4),
    staked_today = CASE WHEN play_day < ${day}::int4 THEN 0 ELSE staked_today END,
    paid_today = CASE WHEN play_day < ${day}::int4 THEN 0 ELSE paid_today END + payout
  FROM paid WHERE users.id = paid.user_id
  RETURNING users.id AS user_id, users.balance
), tally AS MATERIALIZED (
  SELECT sum(payout) AS payout FROM paid HAVING count(*) > 0
), partition AS (
  UPDATE global_stats SET house_balance = house_balance - tally.payout, last_updated = now()
  FROM tally WHERE id = 0
), batch AS (
  INSERT INTO batches (partition, players, house) SELECT 0, payout, -payout FROM tally
  RETURNING id
), kept_transactions AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after,
    batch_id, metadata)
  SELECT user_id, seq, uuidv7(), CASE status WHEN 'void' THEN 'refund' ELSE 'win' END,
    'Horse Race', payout, balance_after, batch.id, jsonb_build_object('betId', fit.id)
  FROM fit, batch WHERE payout > 0
), race AS (
  UPDATE races SET paid = races.paid + sums.payout
  FROM (SELECT race_number, sum(payout) AS payout FROM fit GROUP BY race_number) AS sums
  WHERE races.number = sums.race_number AND sums.payout > 0
    -- A race that is over never changes.
    AND races.status NOT IN ('settled', 'void')
), late AS (
  -- Payouts that had to wait for room in a balance.
  UPDATE race_totals SET paid = race_totals.paid + sums.payout
  FROM (
    SELECT sum(fit.payout) AS payout FROM fit JOIN races ON races.number = fit.race_number
    WHERE races.status = 'settled'
  ) AS sums
  WHERE sums.payout > 0
), settled AS (
  UPDATE race_bets SET status = fit.status, payout = fit.payout,
    settled_hash = fit.hash, settled_at = now()
  FROM fit WHERE race_bets.id = fit.id
  RETURNING race_bets.id, race_bets.user_id
)
SELECT id, user_id, balance FROM settled LEFT JOIN moved USING (user_id)`
}
