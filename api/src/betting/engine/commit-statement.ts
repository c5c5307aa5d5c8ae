import { NOW_MS } from '../../platform/db/sql-values.ts'

/**
 * SQL of a kind of bets, for the slots of {@link commitStatement}. Slots with
 * CTEs end each one with a comma.
 */
export type CommitSlots = {
  /** CTEs that lock the events of bets; without a row, no bet is committed. */
  lockedEvents: string
  /** Joins a player batch with its event. */
  joinedEvent: string
  /** Further columns of `committed_bets`, each after a comma. */
  betColumns: string
  /** CTEs that the tally reads. */
  beforeTally: string
  /** Change of the reserved payout, from the rows `committed_bets`. */
  reservedChange: string
  /** CTEs that write the rows of the kind. */
  writtenRows: string
  /** The answer to store, up to its balance. */
  answer: string
  /** Place of an updated player's bet among those on the event. */
  index: string
  /** Result row with the event's state before the bets; none if it is closed. */
  eventState: string
}

/** Slots that only bets on events fill. */
export const WITHOUT_EVENT = {
  lockedEvents: '',
  joinedEvent: '',
  betColumns: '',
  beforeTally: '',
  answer: 'answer',
  index: 'NULL',
  eventState: '',
} as const satisfies Partial<CommitSlots>

/**
 * The statement that commits player batches. $1 is the partition, $2 a won pot
 * and $3 the seed of the next one; rows of player batches and bets follow.
 *
 *     lockedEvents ─► player_batch ─► updated_players ─► committed_bets ─┬─► writtenRows
 *        decided ─► repeated_requests ───────┘                           ├─► new_transactions, kept_answers
 *                                                                        └─► tally ─► global_stats, batches
 *
 * `updated_players` applies the guard. It must never depend on anything that an
 * outcome can change: a player able to get a batch dropped by its outcome could
 * replay it under another seed. Dry runs return only the result of the guard.
 * Everything after it is written for updated players only, and the other side of
 * each bet goes to the partition's row.
 */
export function commitStatement(
  slots: CommitSlots,
  inputs: { batches: string; bets: string },
): string {
  return `
WITH decided AS MATERIALIZED (
  SELECT *, nullif(hand_json, 'null') AS hand,
    coalesce((hand_json->>'step')::int, 0) AS step
  FROM ${inputs.bets}
),
${slots.lockedEvents}
-- Locks players. Skips those locked elsewhere: a batch never waits for one of its
-- players, so it can't deadlock or delay the others.
player_batch AS MATERIALIZED (
  SELECT player_batch.*, users.nonce = player_batch.nonce
    AND users.snapshot_version = player_batch.snapshot_version AS is_current
  FROM ${inputs.batches}
  ${slots.joinedEvent}
  JOIN users ON users.id = player_batch.user_id
  ORDER BY users.id FOR NO KEY UPDATE OF users SKIP LOCKED
),
-- Players with a request that was stored before, as a round or with an answer.
repeated_requests AS MATERIALIZED (
  SELECT decided.user_id FROM decided JOIN rounds ON rounds.id = request_id
  UNION ALL
  SELECT decided.user_id FROM decided JOIN kept_answers ON kept_answers.id = request_id
),
-- The guard: nonce and version are those that the batch was decided from, which
-- covers balance and open rounds, and no request repeats. READ COMMITTED compares
-- rows as locked; a request stored meanwhile has changed nonce or version too.
updated_players AS (
  UPDATE users SET
    balance = balance + player_batch.change,
    nonce = users.nonce + player_batch.rounds,
    seq = seq + player_batch.transaction_count,
    -- Bets without draws move no nonce.
    snapshot_version = users.snapshot_version + (player_batch.rounds = 0)::int,
    play_day = player_batch.day,
    staked_today = CASE play_day WHEN player_batch.day THEN staked_today ELSE 0 END + player_batch.taken,
    paid_today = CASE play_day WHEN player_batch.day THEN paid_today ELSE 0 END
      + player_batch.taken + player_batch.change
  FROM player_batch
  WHERE users.id = player_batch.user_id
    AND NOT player_batch.is_dry_run
    AND users.nonce = player_batch.nonce
    AND users.snapshot_version = player_batch.snapshot_version
    AND player_batch.user_id NOT IN (SELECT user_id FROM repeated_requests)
  RETURNING users.id AS user_id, balance - player_batch.change AS balance,
    seq - player_batch.transaction_count AS seq, player_batch.change, player_batch.pot_share
),
-- Sorted arrays, for a binary search per bet.
player_arrays AS MATERIALIZED (
  SELECT array_agg(user_id ORDER BY user_id) AS players,
    array_agg(balance ORDER BY user_id) AS balances,
    array_agg(seq ORDER BY user_id) AS seqs
  FROM updated_players
),
-- Bets of updated players, with the balances and seqs that they lead to.
committed_bets AS MATERIALIZED (
  SELECT decided.*, balances[at] + after_bet AS balance_after_bet,
    balances[at] + after_bet + payout AS balance_after_round,
    seqs[at] + seq_offset AS seq
    ${slots.betColumns}
  FROM player_arrays, decided, width_bucket(user_id, players) AS at
  WHERE players[at] = user_id
),
${slots.beforeTally}
-- "players" sums balance changes, "house" sums bets.
tally AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE step = 0) AS bets, sum(stake) AS staked,
    sum(stake - payout) + $2::int8 - $3::int8 AS house,
    ${slots.reservedChange} AS held,
    (SELECT sum(change) FROM updated_players) AS players,
    (SELECT sum(pot_share)::int8 FROM updated_players) AS pot_share
  FROM committed_bets HAVING count(*) > 0
),
partition AS (
  UPDATE global_stats SET
    house_balance = house_balance + tally.house - (jackpot_hundredths + pot_share) / 100,
    jackpot = jackpot + $3 - $2 + (jackpot_hundredths + pot_share) / 100,
    jackpot_hundredths = (jackpot_hundredths + pot_share) % 100,
    held = global_stats.held + tally.held,
    total_bets_placed = total_bets_placed + tally.bets,
    total_amount_wagered = total_amount_wagered + tally.staked,
    last_updated = now()
  FROM tally WHERE id = $1::int2
  RETURNING (old.jackpot_hundredths + pot_share) / 100 AS pot_gain
),
-- A check of the table refuses the batch unless both sums cancel out.
batch AS (
  INSERT INTO batches (partition, players, house, jackpot)
  SELECT $1::int2, players, house - pot_gain, pot_gain + $3 - $2 FROM tally, partition
  RETURNING id
),
${slots.writtenRows}
-- A bet or raise per stake, then a win per payout.
new_transactions AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after,
    batch_id, metadata)
  SELECT user_id, committed_bets.seq, CASE step WHEN 0 THEN committed_bets.id ELSE uuidv7() END,
    CASE step WHEN 0 THEN 'bet' ELSE 'raise' END,
    game_type, -stake, balance_after_bet, batch.id,
    CASE WHEN step > 0 THEN jsonb_build_object('roundId', committed_bets.id,
      'action', hand->'actions'->-1->'action') END
  FROM committed_bets, batch WHERE stake > 0
  UNION ALL
  SELECT user_id, committed_bets.seq + (stake > 0)::int, win_id, 'win', game_type, payout,
    balance_after_round, batch.id,
    CASE WHEN hand IS NOT NULL THEN jsonb_build_object('roundId', committed_bets.id) END
  FROM committed_bets, batch WHERE payout > 0
),
-- For repeated requests: seq is of the request's last transaction.
kept_answers AS (
  INSERT INTO kept_answers (id, digest, answer, balance, seq)
  SELECT request_id, digest, ${slots.answer}, balance_after_round,
    CASE WHEN stake > 0 OR payout > 0
      THEN committed_bets.seq + (stake > 0)::int + (payout > 0)::int - 1 END
  FROM committed_bets WHERE answer IS NOT NULL
)
SELECT user_id, balance, seq, ${NOW_MS}, ${slots.index} FROM updated_players
UNION ALL
SELECT user_id, NULL, NULL, NULL, NULL FROM player_batch
WHERE is_dry_run AND is_current AND user_id NOT IN (SELECT user_id FROM repeated_requests)
${slots.eventState}`
}
