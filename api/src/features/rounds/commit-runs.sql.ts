/**
 * One durable statement for a batch of runs, at most one a player.
 *
 * `locked` takes the players' rows in ascending id, so that two processes can
 * not deadlock. `moved` holds the guard: nonce and seat version are the ones
 * the run was decided from, no balance would go below zero, no request key was
 * used before. Under READ COMMITTED the guard is judged on the rows as locked;
 * a key that another process kept meanwhile has moved the nonce too. All that
 * follows is written for moved players only, and the house's side goes to the
 * lane's own row. `players` sums what balances moved by, `house` what the
 * rounds say: the table's check refuses the batch unless they cancel out.
 *
 * @returns a row a kept run: the player's id and the balance before it.
 */
export const COMMIT_RUNS = `
WITH run AS MATERIALIZED (
  SELECT * FROM unnest(
    $2::uuid[], $3::int8[], $4::int4[], $5::int8[], $6::int8[], $7::int4[], $8::int4[]
  ) AS r(user_id, nonce, seat_version, lowest, change, rounds, movements)
), locked AS MATERIALIZED (
  SELECT users.id FROM users JOIN run ON run.user_id = users.id
  ORDER BY users.id FOR NO KEY UPDATE OF users
), keyed AS MATERIALIZED (
  SELECT * FROM ROWS FROM (
    unnest($22::uuid[], $23::uuid[], $24::uuid[], $25::int8[]),
    json_array_elements_text($26)
  ) AS k(user_id, key, digest, after_round, answer)
), used AS MATERIALIZED (
  SELECT keyed.user_id FROM keyed JOIN idempotency_keys USING (user_id, key)
), moved AS (
  UPDATE users SET
    balance = balance + run.change,
    nonce = users.nonce + run.rounds,
    seq = seq + run.movements
  FROM run JOIN locked ON locked.id = run.user_id
  WHERE users.id = run.user_id
    AND users.nonce = run.nonce
    AND users.seat_version = run.seat_version
    AND users.balance + run.lowest >= 0
    AND run.user_id NOT IN (SELECT user_id FROM used)
  RETURNING users.id AS user_id, balance - run.change AS balance,
    seq - run.movements AS seq, run.change
), played AS MATERIALIZED (
  SELECT bet.*, moved.balance + after_bet AS balance_after_bet,
    moved.seq + bet.seq_offset AS seq
  FROM ROWS FROM (
    unnest($9::uuid[], $10::uuid[], $11::int8[], $12::int8[], $13::text[], $14::int2[],
      $15::int8[], $16::int8[], $17::text[], $18::int8[], $19::int8[]),
    jsonb_array_elements($20), jsonb_array_elements($21)
  ) AS bet(user_id, id, nonce, client_seed_id, game_type, rules_version,
    stake, payout, round_hash, seq_offset, after_bet, bet, outcome)
  JOIN moved USING (user_id)
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
    balance_after_bet + payout, batch.id
  FROM played, batch WHERE payout > 0
), kept_answers AS (
  INSERT INTO idempotency_keys (user_id, key, digest, answer, balance)
  SELECT user_id, key, digest, answer, moved.balance + after_round
  FROM keyed JOIN moved USING (user_id)
)
SELECT user_id, balance FROM moved
`
