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
  /** Further columns of `played`, each after a comma. */
  playedColumns: string
  /** CTEs that the tally reads. */
  beforeTally: string
  /** Change of the reserved payout, from the rows `played`. */
  reservedChange: string
  /** CTEs that write the rows of the kind. */
  writtenRows: string
  /** The answer to store, up to its balance. */
  answer: string
  /** Place of a moved player's bet among those on the event. */
  index: string
  /** Result row with the event's state before the bets; none if it is closed. */
  eventState: string
}

/** Slots that only bets on events fill. */
export const WITHOUT_EVENT = {
  lockedEvents: '',
  joinedEvent: '',
  playedColumns: '',
  beforeTally: '',
  answer: 'answer',
  index: 'NULL',
  eventState: '',
} as const satisfies Partial<CommitSlots>

/**
 * The statement that commits player batches. $1 is the partition, $2 a won pot
 * and $3 the seed of the next one; rows of player batches and bets follow.
 *
 *     lockedEvents ─► player_batch ─► moved ─► played ─┬─► writtenRows
 *                 decided ─► used ────┘                ├─► transactions, kept_answers
 *                                                      └─► tally ─► global_stats, batches
 *
 * `player_batch` locks the players' rows and skips those that another
 * transaction holds. The batch never waits for players, so it can't deadlock and
 * one player can't delay the others. `moved` applies the guard: nonce and
 * snapshot version still match the ones that the batch was decided from, which
 * covers the balance and the open rounds, and no request was stored before,
 * either as a round with its id or with a response. The guard must never depend
 * on anything that an outcome can change: a player able to get a batch dropped
 * by its outcome could replay it under another seed. Under READ COMMITTED the
 * guard sees the rows as locked; a request stored meanwhile by another process
 * has changed nonce or version too. Dry runs return only the result of the
 * guard. Everything after it is written for moved players only, and the other
 * side of each bet goes to the partition's row. `players` sums the balance
 * changes, `house` sums the bets: the table's check refuses the batch unless
 * they cancel out.
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
player_batch AS MATERIALIZED (
  SELECT player_batch.*, users.nonce = player_batch.nonce
    AND users.snapshot_version = player_batch.snapshot_version AS is_current
  FROM ${inputs.batches}
  ${slots.joinedEvent}
  JOIN users ON users.id = player_batch.user_id
  ORDER BY users.id FOR NO KEY UPDATE OF users SKIP LOCKED
),
used AS MATERIALIZED (
  SELECT decided.user_id FROM decided JOIN rounds ON rounds.id = request_id
  UNION ALL
  SELECT decided.user_id FROM decided JOIN kept_answers ON kept_answers.id = request_id
),
moved AS (
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
    AND player_batch.user_id NOT IN (SELECT user_id FROM used)
  RETURNING users.id AS user_id, balance - player_batch.change AS balance,
    seq - player_batch.transaction_count AS seq, player_batch.change, player_batch.pot_share
),
standing AS MATERIALIZED (
  SELECT array_agg(user_id ORDER BY user_id) AS players,
    array_agg(balance ORDER BY user_id) AS balances,
    array_agg(seq ORDER BY user_id) AS seqs
  FROM moved
),
played AS MATERIALIZED (
  SELECT decided.*, balances[at] + after_bet AS balance_after_bet,
    balances[at] + after_bet + payout AS balance_after_round,
    seqs[at] + seq_offset AS seq
    ${slots.playedColumns}
  FROM standing, decided, width_bucket(user_id, players) AS at
  WHERE players[at] = user_id
),
${slots.beforeTally}
tally AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE step = 0) AS bets, sum(stake) AS staked,
    sum(stake - payout) + $2::int8 - $3::int8 AS house,
    ${slots.reservedChange} AS held,
    (SELECT sum(change) FROM moved) AS players,
    (SELECT sum(pot_share)::int8 FROM moved) AS pot_share
  FROM played HAVING count(*) > 0
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
batch AS (
  INSERT INTO batches (partition, players, house, jackpot)
  SELECT $1::int2, players, house - pot_gain, pot_gain + $3 - $2 FROM tally, partition
  RETURNING id
),
${slots.writtenRows}
kept_transactions AS (
  INSERT INTO transactions (user_id, seq, id, type, game_type, amount, balance_after,
    batch_id, metadata)
  SELECT user_id, played.seq, CASE step WHEN 0 THEN played.id ELSE uuidv7() END,
    CASE step WHEN 0 THEN 'bet' ELSE 'raise' END,
    game_type, -stake, balance_after_bet, batch.id,
    CASE WHEN step > 0 THEN jsonb_build_object('roundId', played.id,
      'action', hand->'actions'->-1->'action') END
  FROM played, batch WHERE stake > 0
  UNION ALL
  SELECT user_id, played.seq + (stake > 0)::int, win_id, 'win', game_type, payout,
    balance_after_round, batch.id,
    CASE WHEN hand IS NOT NULL THEN jsonb_build_object('roundId', played.id) END
  FROM played, batch WHERE payout > 0
),
kept_answers AS (
  INSERT INTO kept_answers (id, digest, answer, balance, seq)
  SELECT request_id, digest, ${slots.answer}, balance_after_round,
    CASE WHEN stake > 0 OR payout > 0
      THEN played.seq + (stake > 0)::int + (payout > 0)::int - 1 END
  FROM played WHERE answer IS NOT NULL
)
SELECT user_id, balance, seq, ${NOW_MS}, ${slots.index} FROM moved
UNION ALL
SELECT user_id, NULL, NULL, NULL, NULL FROM player_batch
WHERE is_dry_run AND is_current AND user_id NOT IN (SELECT user_id FROM used)
${slots.eventState}`
}
