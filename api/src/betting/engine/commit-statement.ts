import type pg from 'pg'
import { MOST_WINNING_TICKETS } from '#core/games/slots/slots.ts'
import { type Coins, coins, JACKPOT_SEED } from '#core/money/coins.ts'
import {
  NOW_MS,
  plainArray,
  quotedArray,
} from '../../platform/db/sql-values.ts'
import { digestOf } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { DecidedMove, PlayerBatch } from './moves.ts'

/**
 * Limits the wait for the pot, during which the first partitions stay locked.
 * Set in the server, where the statement would outlive a client's timeout.
 */
const POT_WITHIN_MS = 2_000

/** A player's balance and last seq before a commit, and the commit's time. */
export type BeforeCommit = { balance: number; seq: number; atMs: number }

/**
 * Committed player batches by player; null for a dry run whose guard held.
 * Dropped batches are missing.
 */
export type Committed = ReadonlyMap<string, BeforeCommit | null>

type CommittedRow = [
  userId: string,
  balance: string | null,
  seq: string | null,
  atMs: string,
]

/**
 * Commits player batches, at most one per player, in one durable statement.
 *
 * @param partition the row of `global_stats` that balances the bets.
 */
export async function commitPlayerBatches(
  pool: Pick<pg.Pool, 'query'>,
  partition: number,
  playerBatches: readonly PlayerBatch[],
): Promise<Committed> {
  const { rows } = await pool.query<CommittedRow>({
    name: 'commit_runs',
    text: COMMIT_PLAYER_BATCHES,
    values: [
      partition,
      ...guardColumns(playerBatches),
      ...moveColumns(playerBatches),
    ],
    rowMode: 'array',
  })
  return new Map(
    rows.map(([userId, balance, seq, atMs]) => [
      userId,
      balance === null
        ? null
        : { balance: Number(balance), seq: Number(seq), atMs: Number(atMs) },
    ]),
  )
}

/**
 * Commits a player batch that wins the jackpot. Locks the pot until then, so
 * that no other partition can win it or add to it.
 *
 * @param batchesOf decides the batch for a pot.
 */
export async function commitHit(
  pool: pg.Pool,
  partition: number,
  batchesOf: (pot: Coins) => readonly PlayerBatch[],
): Promise<Committed> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${POT_WITHIN_MS}`)
    const { rows } = await client.query<{ pot: string }>(LOCK_POT)
    await client.query('SET LOCAL statement_timeout TO DEFAULT')
    const playerBatches = batchesOf(coins(Number(rows[0]?.pot)))
    const committed = await commitPlayerBatches(
      client,
      partition,
      playerBatches,
    )
    await client.query('COMMIT')
    client.release()
    return committed
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true)
    throw error
  }
}

function guardColumns(batches: readonly PlayerBatch[]): string[] {
  const column = (of: (batch: PlayerBatch) => string | number) =>
    plainArray(batches.map(of))
  return [
    column(({ snapshot }) => snapshot.userId),
    column(({ snapshot }) => snapshot.nonce),
    column(({ snapshot }) => snapshot.snapshotVersion),
    column(({ change }) => change),
    column(({ end, snapshot }) => end.nonce - snapshot.nonce),
    column(({ transactionCount }) => transactionCount),
    column(({ potShare }) => potShare),
    column(({ day }) => day.day),
    column(({ taken }) => taken),
    column(({ firstHit }) => String(firstHit !== undefined)),
  ]
}

function moveColumns(batches: readonly PlayerBatch[]): (string | number)[] {
  const moves = batches.flatMap((batch) => batch.moves)
  const column = (of: (move: DecidedMove) => string | number) =>
    plainArray(moves.map(of))
  const pot = batches.find((batch) => batch.pot !== undefined)?.pot
  return [
    column(({ pending }) => pending.userId),
    column(({ round }) => round.id),
    column(({ round }) => round.nonce),
    column(({ round }) => round.clientSeed.id),
    quotedArray(moves.map(({ pending }) => pending.game.gameType)),
    column(({ round }) => round.game.rulesVersion),
    column(({ stake }) => stake),
    column(({ payout }) => payout),
    column(({ roundHash }) => roundHash ?? 'NULL'),
    column(({ offset }) => offset.seq),
    column(({ offset }) => offset.afterBet),
    column(({ pending }) => pending.id),
    column(({ pending, storedAnswer }) =>
      storedAnswer === null
        ? 'NULL'
        : digestOf({ text: pending.request?.text ?? '' }),
    ),
    `[${moves.map(({ bet }) => bet).join(',')}]`,
    `[${moves.map(({ outcome }) => outcome).join(',')}]`,
    `[${moves.map(({ hand }) => hand).join(',')}]`,
    pot ?? 0,
    pot ? JACKPOT_SEED : 0,
    JSON.stringify(moves.map(({ storedAnswer }) => storedAnswer)),
    // Generating them in the statement took a tenth of its time.
    column(({ payout }) => (payout > 0 ? newId() : 'NULL')),
  ]
}

const LOCK_POT = `
SELECT sum(jackpot) AS pot FROM (
  SELECT jackpot FROM global_stats ORDER BY id FOR NO KEY UPDATE) AS partitions`

/**
 * `player_batch` locks the players' rows and skips those that another
 * transaction holds. The batch never waits, so it can't deadlock and one player
 * can't delay the others. `moved` applies the guard: nonce and snapshot version
 * still match the ones that the batch was decided from, which covers the balance
 * and the open rounds, and no request was stored before, either as a round with
 * its id or with a response. The guard must never depend on anything that an
 * outcome can change: a player able to get a batch dropped by its outcome could
 * replay it under another seed. Under READ COMMITTED the guard sees the rows as
 * locked; a request stored meanwhile by another process has changed nonce or
 * version too. Dry runs return only the result of the guard. Everything after it
 * is written for moved players only, and the other side of each round goes to
 * the partition's own row. `players` sums the balance changes, `house` sums the
 * rounds: the table's check refuses the batch unless they cancel out.
 * `game_total` adds finished rounds to the partition's totals of their game; it
 * reads `partition` so that it locks its rows after that one.
 *
 * A move is a whole round or one step of a round; for a step, `hand` is the
 * state after it. Open rounds are in `open_rounds`, finished ones in `rounds`.
 * $28 is the jackpot that the statement's only player batch has hit, and $29 the
 * start of the next one.
 *
 * With index look-ups only (see `openPools`), a join of two lists costs
 * their product. `played` therefore finds each move's player in the sorted array
 * of moved players: `width_bucket` bisects.
 *
 * @returns one row per stored player batch: the player's id, the balance and seq
 * before it, and the time of its rows; a row without balance for a dry run that
 * would have been stored.
 */
const COMMIT_PLAYER_BATCHES = `
WITH player_batch AS MATERIALIZED (
  SELECT player_batch.*, users.nonce = player_batch.nonce AND users.snapshot_version = player_batch.snapshot_version AS is_current
  FROM unnest(
    $2::uuid[], $3::int8[], $4::int4[], $5::int8[], $6::int4[], $7::int4[], $8::int8[],
    $9::int4[], $10::int8[], $11::bool[]
  ) AS player_batch(user_id, nonce, snapshot_version, change, rounds, transaction_count, pot_share, day, taken,
    is_dry_run)
  JOIN users ON users.id = player_batch.user_id
  ORDER BY users.id FOR NO KEY UPDATE OF users SKIP LOCKED
), move AS MATERIALIZED (
  SELECT *, nullif(hand_json, 'null') AS hand FROM ROWS FROM (
    unnest($12::uuid[], $13::uuid[], $14::int8[], $15::int8[], $16::text[], $17::int2[],
      $18::int8[], $19::int8[], $20::text[], $21::int8[], $22::int8[], $23::uuid[],
      $24::uuid[], $31::uuid[]),
    jsonb_array_elements($25), jsonb_array_elements($26), jsonb_array_elements($27),
    json_array_elements_text($30)
  ) AS move(user_id, id, nonce, client_seed_id, game_type, rules_version,
    stake, payout, round_hash, seq_offset, after_bet, request_id, digest, win_id, bet, outcome,
    hand_json, answer)
), used AS MATERIALIZED (
  SELECT move.user_id FROM move JOIN rounds ON rounds.id = request_id
  UNION ALL
  SELECT move.user_id FROM move JOIN kept_answers ON kept_answers.id = request_id
), moved AS (
  UPDATE users SET
    balance = balance + player_batch.change,
    nonce = users.nonce + player_batch.rounds,
    seq = seq + player_batch.transaction_count,
    -- A step of a round moves no nonce.
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
), standing AS MATERIALIZED (
  SELECT array_agg(user_id ORDER BY user_id) AS players,
    array_agg(balance ORDER BY user_id) AS balances,
    array_agg(seq ORDER BY user_id) AS seqs
  FROM moved
), played AS MATERIALIZED (
  SELECT move.*, balances[at] + after_bet AS balance_after_bet,
    balances[at] + after_bet + payout AS balance_after_round,
    seqs[at] + seq_offset AS seq,
    coalesce((hand->>'step')::int, 0) AS step
  FROM standing, move, width_bucket(user_id, players) AS at
  WHERE players[at] = user_id
), tally AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE step = 0) AS bets, sum(stake) AS staked,
    sum(stake - payout) + $28::int8 - $29::int8 AS house,
    coalesce(sum((hand->>'heldChange')::int8), 0) AS held,
    (SELECT sum(change) FROM moved) AS players,
    (SELECT sum(pot_share)::int8 FROM moved) AS pot_share
  FROM played HAVING count(*) > 0
), partition AS (
  UPDATE global_stats SET
    house_balance = house_balance + tally.house - (jackpot_hundredths + pot_share) / 100,
    jackpot = jackpot + $29 - $28 + (jackpot_hundredths + pot_share) / 100,
    jackpot_hundredths = (jackpot_hundredths + pot_share) % 100,
    held = global_stats.held + tally.held,
    total_bets_placed = total_bets_placed + tally.bets,
    total_amount_wagered = total_amount_wagered + tally.staked,
    last_updated = now()
  FROM tally WHERE id = $1::int2
  RETURNING (old.jackpot_hundredths + pot_share) / 100 AS pot_gain
), batch AS (
  INSERT INTO batches (partition, players, house, jackpot)
  SELECT $1::int2, players, house - pot_gain, pot_gain + $29 - $28 FROM tally, partition
  RETURNING id
), kept_rounds AS (
  INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type,
    rules_version, bet, actions, outcome, stake, payout, win_seq, round_hash)
  SELECT id, user_id,
    CASE step WHEN 0 THEN seq
      ELSE (SELECT seq FROM open_rounds WHERE open_rounds.id = played.id) END,
    nonce, client_seed_id, game_type, rules_version, bet, hand->'actions', outcome,
    coalesce((hand->>'staked')::int8, stake), payout,
    CASE WHEN step > 0 AND payout > 0 THEN seq + (stake > 0)::int END, round_hash
  FROM played WHERE round_hash IS NOT NULL
), game_total AS (
  UPDATE game_totals AS total SET rounds = total.rounds + finished.rounds,
    bets = total.bets + finished.bets, staked = total.staked + finished.staked,
    bet_squares = total.bet_squares + finished.bet_squares,
    largest_bet = greatest(total.largest_bet, finished.largest_bet),
    hits = total.hits + finished.hits, paid = total.paid + finished.paid,
    paid_squares = total.paid_squares + finished.paid_squares,
    largest_paid = greatest(total.largest_paid, finished.largest_paid),
    jackpot_tickets = total.jackpot_tickets + finished.jackpot_tickets,
    jackpot_hits = total.jackpot_hits + finished.jackpot_hits,
    jackpot_paid = total.jackpot_paid + finished.jackpot_paid
  FROM (
    SELECT game_type, count(*) AS rounds, sum(bet) AS bets, sum(staked) AS staked,
      sum(bet::float8 * bet) AS bet_squares, max(bet) AS largest_bet,
      count(*) FILTER (WHERE paid > 0) AS hits, sum(paid) AS paid,
      sum(paid::float8 * paid) AS paid_squares, max(paid) AS largest_paid,
      sum(least(bet, ${MOST_WINNING_TICKETS})) AS jackpot_tickets,
      count(*) FILTER (WHERE is_jackpot) AS jackpot_hits, sum(payout - paid) AS jackpot_paid
    FROM partition, (
      SELECT *, CASE WHEN is_jackpot THEN 0 ELSE payout END AS paid FROM (
        SELECT game_type, payout,
          CASE WHEN hand IS NULL THEN stake ELSE (bet->>'betAmount')::int8 END AS bet,
          coalesce((hand->>'staked')::int8, stake) AS staked,
          $28::int8 > 0 AND hand->'actions' IS NOT NULL AS is_jackpot
        FROM played WHERE round_hash IS NOT NULL
      ) AS round
    ) AS finished
    GROUP BY game_type
  ) AS finished
  WHERE total.partition = $1::int2 AND total.game_type = finished.game_type
), opened AS (
  INSERT INTO open_rounds (id, user_id, seq, nonce, client_seed_id, client_seed, weaker,
    game_type, rules_version, bet, actions, staked, held)
  SELECT id, user_id, seq, nonce, client_seed_id, hand->>'clientSeed',
    (hand->>'weaker')::bool, game_type, rules_version, bet, hand->'actions',
    (hand->>'staked')::int8, (hand->>'held')::int8
  FROM played WHERE round_hash IS NULL
  ON CONFLICT (id) DO UPDATE SET actions = excluded.actions,
    staked = excluded.staked, held = excluded.held, acted_at = now()
), closed AS (
  DELETE FROM open_rounds WHERE id IN (
    SELECT id FROM played WHERE step > 0 AND round_hash IS NOT NULL)
), kept_transactions AS (
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
), kept_answers AS (
  INSERT INTO kept_answers (id, digest, answer, balance, seq)
  SELECT request_id, digest, answer, balance_after_round,
    CASE WHEN stake > 0 OR payout > 0
      THEN played.seq + (stake > 0)::int + (payout > 0)::int - 1 END
  FROM played WHERE answer IS NOT NULL
)
SELECT user_id, balance, seq, ${NOW_MS} FROM moved
UNION ALL
SELECT user_id, NULL, NULL, ${NOW_MS} FROM player_batch
WHERE is_dry_run AND is_current AND user_id NOT IN (SELECT user_id FROM used)
`
