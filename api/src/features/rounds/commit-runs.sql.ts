/**
 * One durable statement for a batch of runs, at most one a player.
 *
 * `run` locks the players' rows and leaves out those that another transaction
 * holds: the batch waits for nobody, so it can neither deadlock nor be held up
 * by one player. `moved` holds the guard: nonce and seat version are the ones the
 * run was decided from, and with them the balance, and no request key was used
 * before. It must never ask for anything that an outcome could change: who can
 * have a run dropped by its outcome can play it again under another seed. Under
 * READ COMMITTED the guard is judged on the rows as locked; a key that another
 * process kept meanwhile has moved the nonce too. All that follows is written
 * for moved players only, and the house's side goes to the lane's own row. `players` sums what balances moved by, `house` what the
 * rounds say: the table's check refuses the batch unless they cancel out.
 *
 * With look-ups only (see `openLanePool`) a join of two lists costs their
 * product: there is one, of `bet` with `moved`.
 *
 * @returns a row a kept run: the player's id and the balance before it.
 */
export const COMMIT_RUNS = `
WITH run AS MATERIALIZED (
  SELECT run.* FROM unnest(
    $2::uuid[], $3::int8[], $4::int4[], $5::int8[], $6::int4[], $7::int4[]
  ) AS run(user_id, nonce, seat_version, change, rounds, movements)
  JOIN users ON users.id = run.user_id
  ORDER BY users.id FOR NO KEY UPDATE OF users SKIP LOCKED
), bet AS MATERIALIZED (
  SELECT * FROM ROWS FROM (
    unnest($8::uuid[], $9::uuid[], $10::int8[], $11::int8[], $12::text[], $13::int2[],
      $14::int8[], $15::int8[], $16::text[], $17::int8[], $18::int8[], $19::uuid[],
      $20::uuid[]),
    jsonb_array_elements($21), jsonb_array_elements($22), json_array_elements_text($23)
  ) AS bet(user_id, id, nonce, client_seed_id, game_type, rules_version,
    stake, payout, round_hash, seq_offset, after_bet, key, digest, bet, outcome, answer)
), used AS MATERIALIZED (
  SELECT bet.user_id FROM bet JOIN idempotency_keys USING (user_id, key)
), moved AS (
  UPDATE users SET
    balance = balance + run.change,
    nonce = users.nonce + run.rounds,
    seq = seq + run.movements
  FROM run
  WHERE users.id = run.user_id
    AND users.nonce = run.nonce
    AND users.seat_version = run.seat_version
    AND run.user_id NOT IN (SELECT user_id FROM used)
  RETURNING users.id AS user_id, balance - run.change AS balance,
    seq - run.movements AS seq, run.change
), played AS MATERIALIZED (
  SELECT bet.*, moved.balance + after_bet AS balance_after_bet,
    moved.balance + after_bet + payout AS balance_after_round,
    moved.seq + bet.seq_offset AS seq
  FROM bet JOIN moved USING (user_id)
), tally AS MATERIALIZED (
  SELECT count(*) AS bets, sum(stake) AS staked, sum(stake - payout) AS house,
    (SELECT sum(change) FROM moved) AS players
  FROM played HAVING count(*) > 0
), batch AS (
  INSERT INTO batches (lane, players, house)
  SELECT $1::int2, players, house FROM tally
  RETURNING id
), lane AS (
  UPDATE global_stats SET
    house_balance = house_balance + tally.house,
    total_bets_placed = total_bets_placed + tally.bets,
    total_amount_wagered = total_amount_wagered + tally.staked,
    last_updated = now()
  FROM tally WHERE id = $1::int2
), kept_rounds AS (
  INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type,
    rules_version, bet, outcome, stake, payout, round_hash)
  SELECT id, user_id, seq, nonce, client_seed_id, game_type,
    rules_version, bet, outcome, stake, payout, round_hash
  FROM played
), kept_movements AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after, batch_id)
  SELECT user_id, played.seq, played.id, 'bet', game_type, -stake, balance_after_bet, batch.id
  FROM played, batch
  UNION ALL
  SELECT user_id, played.seq + 1, uuidv7(), 'win', game_type, payout,
    balance_after_round, batch.id
  FROM played, batch WHERE payout > 0
), kept_answers AS (
  INSERT INTO idempotency_keys (user_id, key, digest, answer, balance)
  SELECT user_id, key, digest, answer, balance_after_round
  FROM played WHERE key IS NOT NULL
)
SELECT user_id, balance FROM moved
`
