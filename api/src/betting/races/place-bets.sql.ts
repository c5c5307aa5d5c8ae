import { NOW_MS } from '../../platform/db/sql-values.ts'

/**
 * Commits a batch of bets on a race, at most one per player, in one durable
 * statement.
 *
 * `race` locks the race's row, so that it can't close meanwhile, and is empty if
 * it is closed. `ask` locks the players; it skips those that another transaction
 * holds, or whose nonce or snapshot version changed, which guards balance and
 * limits. `fresh` leaves out requests stored before as a round, a response or a
 * bet. Everything else is written for the remaining bets only; the table's check
 * refuses the batch unless its sums cancel out.
 *
 * @returns a row for each committed bet, and one with the pools before them if
 * the race is open.
 */
export const PLACE_BETS = `
WITH race AS MATERIALIZED (
  SELECT number, bets, pools, held FROM races
  WHERE number = $1::int8 AND status = 'open' AND closes_at > clock_timestamp()
  FOR UPDATE
), ask AS MATERIALIZED (
  SELECT ask.*
  FROM race, unnest(
    $2::uuid[], $3::uuid[], $4::int8[], $5::int4[], $6::int2[], $7::int8[], $8::int8[],
    $9::int4[], $10::uuid[]
  ) AS ask(user_id, id, nonce, snapshot_version, horse, amount, payout, day, digest)
  JOIN users ON users.id = ask.user_id
  WHERE users.nonce = ask.nonce AND users.snapshot_version = ask.snapshot_version
  ORDER BY users.id FOR NO KEY UPDATE OF users SKIP LOCKED
), fresh AS MATERIALIZED (
  SELECT * FROM ask
  WHERE NOT EXISTS (SELECT FROM race_bets WHERE race_bets.id = ask.id)
    AND NOT EXISTS (SELECT FROM rounds WHERE rounds.id = ask.id)
    AND NOT EXISTS (SELECT FROM kept_answers WHERE kept_answers.id = ask.id)
), moved AS (
  UPDATE users SET
    balance = balance - amount,
    seq = seq + 1,
    snapshot_version = users.snapshot_version + 1,
    play_day = day,
    staked_today = CASE play_day WHEN day THEN staked_today ELSE 0 END + amount,
    paid_today = CASE play_day WHEN day THEN paid_today ELSE 0 END
  FROM fresh WHERE users.id = fresh.user_id
  RETURNING fresh.*, users.balance, users.seq
), placed AS MATERIALIZED (
  SELECT moved.*, race.number,
    race.bets + row_number() OVER (ORDER BY moved.id) - 1 AS place
  FROM moved, race
), tally AS MATERIALIZED (
  SELECT count(*)::int AS bets, sum(amount) AS staked, ARRAY(
    SELECT race.pools[horse] + coalesce(sum(payout), 0)
    FROM race, generate_series(1, 4) AS horse LEFT JOIN placed USING (horse)
    GROUP BY horse, race.pools ORDER BY horse
  )::int8[] AS pools
  FROM placed HAVING count(*) > 0
), raced AS (
  UPDATE races SET bets = races.bets + tally.bets, staked = races.staked + tally.staked,
    pools = tally.pools, held = (SELECT max(pool) FROM unnest(tally.pools) AS pool)
  FROM tally, race WHERE races.number = race.number
  RETURNING races.held - race.held AS held_change
), partition AS (
  UPDATE global_stats SET
    house_balance = house_balance + tally.staked,
    held = global_stats.held + held_change,
    total_bets_placed = total_bets_placed + tally.bets,
    total_amount_wagered = total_amount_wagered + tally.staked,
    last_updated = now()
  FROM tally, raced WHERE id = 0
), batch AS (
  INSERT INTO batches (partition, players, house) SELECT 0, -staked, staked FROM tally
  RETURNING id
), kept_bets AS (
  INSERT INTO race_bets (id, race_number, index, user_id, seq, horse, amount)
  SELECT id, number, place, user_id, seq, horse, amount FROM placed
), kept_transactions AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after, batch_id)
  SELECT user_id, seq, placed.id, 'bet', 'Horse Race', -amount, balance, batch.id
  FROM placed, batch
), kept_answers AS (
  INSERT INTO kept_answers (id, digest, answer, balance, seq)
  SELECT id, digest, '', balance, seq FROM placed WHERE digest IS NOT NULL
)
SELECT id, user_id, balance, seq, place, ${NOW_MS} AS at_ms, NULL::int8[] AS pools FROM placed
UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, pools FROM race
`
