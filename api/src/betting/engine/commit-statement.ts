import type pg from 'pg'
import { type Coins, coins, JACKPOT_SEED } from '#core/money/coins.ts'
import {
  type Columns,
  NOW_MS,
  rowsInput,
} from '../../platform/db/sql-values.ts'
import { digestOf } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type { Commit, Committed, DecidedBet, PlayerBatch } from './bets.ts'

/**
 * Limits the wait for the pot, during which the first partitions stay locked.
 * Set in the server, where the statement would outlive a client's timeout.
 */
const POT_WITHIN_MS = 2_000

const LOCK_POT = `
SELECT sum(jackpot) AS pot FROM (
  SELECT jackpot FROM global_stats ORDER BY id FOR NO KEY UPDATE) AS partitions`

/** A kind of bet's part of the statement that commits it. */
export type BetRows<Decided extends DecidedBet> = {
  name: string
  /** Columns of `decided` beyond {@link BETS}. */
  columns: Columns<Decided>
  /**
   * Rows to lock first, without which no bet is committed: one for all bets,
   * whose state before them is returned, or one `on` each player.
   */
  event?: { name: string; sql: string; state?: string; on?: string }
  /** Place of the bet among those on the event. */
  index?: string
  /** Change of the reserved payout, from the rows `played`. */
  reservedChange: string
  answer: string
  /** CTEs that the tally reads, with a comma after each. */
  tallied?: string
  writes: string
}

type CommittedRow = [
  userId: string | null,
  balance: number | null,
  seq: number,
  atMs: number,
  /** Index of the bet, or the event's state. */
  state: string | null,
]

const BATCHES: Columns<PlayerBatch> = {
  user_id: ['uuid', ({ snapshot }) => snapshot.userId],
  nonce: ['int8', ({ snapshot }) => snapshot.nonce],
  snapshot_version: ['int4', ({ snapshot }) => snapshot.snapshotVersion],
  change: ['int8', ({ change }) => change],
  rounds: ['int4', ({ end, snapshot }) => end.nonce - snapshot.nonce],
  transaction_count: ['int4', ({ transactionCount }) => transactionCount],
  pot_share: ['int8', ({ potShare }) => potShare],
  day: ['int4', ({ day }) => day.day],
  taken: ['int8', ({ taken }) => taken],
  is_dry_run: ['bool', ({ firstHit }) => String(firstHit !== undefined)],
}

const BETS: Columns<DecidedBet> = {
  user_id: ['uuid', ({ pending }) => pending.userId],
  id: ['uuid', ({ id }) => id],
  request_id: ['uuid', ({ pending }) => pending.id],
  digest: ['uuid', digestOfStored],
  // Generating them in the statement took a tenth of its time.
  win_id: ['uuid', ({ payout }) => (payout > 0 ? newId() : 'NULL')],
  game_type: ['text', ({ gameType }) => gameType],
  stake: ['int8', ({ stake }) => stake],
  payout: ['int8', ({ payout }) => payout],
  seq_offset: ['int8', ({ offset }) => offset.seq],
  after_bet: ['int8', ({ offset }) => offset.afterBet],
  hand_json: ['jsonb', ({ hand }) => hand],
  answer: ['json text', ({ storedAnswer }) => storedAnswer],
}

function digestOfStored({ pending, storedAnswer }: DecidedBet): string {
  if (storedAnswer === null) return 'NULL'
  return digestOf({ text: pending.request?.text ?? '' })
}

/**
 * Returns the commit of a kind of bets: player batches, at most one per player,
 * in one durable statement. `event` is the event's state before, undefined if it is
 * closed.
 */
export function betCommit<Decided extends DecidedBet>(kind: BetRows<Decided>) {
  const batchRows = rowsInput('player_batch', BATCHES, 4)
  const first = 4 + Object.keys(BATCHES).length
  const betRows = rowsInput('decided', { ...BETS, ...kind.columns }, first)
  const text = statement(kind, batchRows.sql, betRows.sql)
  return async (
    on: Pick<pg.Pool, 'query'>,
    partition: number,
    batches: readonly PlayerBatch<Decided>[],
  ): Promise<{ players: Committed; event: string | undefined }> => {
    const pot = batches.find((batch) => batch.pot !== undefined)?.pot
    const { rows } = await on.query<CommittedRow>({
      name: kind.name,
      text,
      values: [
        partition,
        pot ?? 0,
        pot ? JACKPOT_SEED : 0,
        ...batchRows.values(batches),
        ...betRows.values(batches.flatMap(({ bets }) => bets)),
      ],
      rowMode: 'array',
    })
    const players = new Map<string, Commit | null>()
    let event: string | undefined
    for (const [userId, balance, seq, atMs, state] of rows) {
      if (userId === null) event = state ?? undefined
      else if (balance === null) players.set(userId, null)
      else players.set(userId, { balance, seq, atMs, index: Number(state) })
    }
    return { players, event }
  }
}

/** Locks the pot until a transaction ends, so that no partition changes it. */
export async function withPot<T>(
  pool: pg.Pool,
  commit: (on: pg.PoolClient, pot: Coins) => Promise<T>,
): Promise<T> {
  const client = await pool.connect()
  try {
    await client.query(`BEGIN; SET LOCAL statement_timeout = ${POT_WITHIN_MS}`)
    const { rows } = await client.query<{ pot: string }>(LOCK_POT)
    await client.query('SET LOCAL statement_timeout TO DEFAULT')
    const committed = await commit(client, coins(Number(rows[0]?.pot)))
    await client.query('COMMIT')
    client.release()
    return committed
  } catch (error) {
    // Closing the connection rolls the transaction back.
    client.release(true)
    throw error
  }
}

/**
 * Builds the statement. Its inputs are the rows `player_batch` and `decided`; $1 is
 * the partition, $2 a won pot and $3 the seed of the next one.
 *
 *     event ─► player_batch ─► moved ─► played ─┬─► rows of the kind
 *          decided ─► used ────┘                ├─► transactions, kept_answers
 *                                               └─► tally ─► global_stats, batches
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
function statement<Decided extends DecidedBet>(
  { answer, event, reservedChange, index, tallied, writes }: BetRows<Decided>,
  playerBatches: string,
  bets: string,
): string {
  return `
WITH decided AS MATERIALIZED (
  SELECT *, nullif(hand_json, 'null') AS hand,
    coalesce((hand_json->>'step')::int, 0) AS step
  FROM ${bets}
), ${event ? `${event.name} AS MATERIALIZED (${event.sql}), ` : ''}player_batch AS MATERIALIZED (
  SELECT player_batch.*, users.nonce = player_batch.nonce
    AND users.snapshot_version = player_batch.snapshot_version AS is_current
  FROM ${playerBatches}${event ? ` JOIN ${event.name} ON ${event.on ?? true}` : ''}
  JOIN users ON users.id = player_batch.user_id
  ORDER BY users.id FOR NO KEY UPDATE OF users SKIP LOCKED
), used AS MATERIALIZED (
  SELECT decided.user_id FROM decided JOIN rounds ON rounds.id = request_id
  UNION ALL
  SELECT decided.user_id FROM decided JOIN kept_answers ON kept_answers.id = request_id
), moved AS (
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
), standing AS MATERIALIZED (
  SELECT array_agg(user_id ORDER BY user_id) AS players,
    array_agg(balance ORDER BY user_id) AS balances,
    array_agg(seq ORDER BY user_id) AS seqs
  FROM moved
), played AS MATERIALIZED (
  SELECT decided.*, balances[at] + after_bet AS balance_after_bet,
    balances[at] + after_bet + payout AS balance_after_round,
    seqs[at] + seq_offset AS seq${index ? `, ${index} AS index` : ''}
  FROM ${event?.state ? `${event.name}, ` : ''}standing, decided, width_bucket(user_id, players) AS at
  WHERE players[at] = user_id
), ${tallied ?? ''}tally AS MATERIALIZED (
  SELECT count(*) FILTER (WHERE step = 0) AS bets, sum(stake) AS staked,
    sum(stake - payout) + $2::int8 - $3::int8 AS house, ${reservedChange} AS held,
    (SELECT sum(change) FROM moved) AS players,
    (SELECT sum(pot_share)::int8 FROM moved) AS pot_share
  FROM played HAVING count(*) > 0
), partition AS (
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
), batch AS (
  INSERT INTO batches (partition, players, house, jackpot)
  SELECT $1::int2, players, house - pot_gain, pot_gain + $3 - $2 FROM tally, partition
  RETURNING id
), ${writes}, kept_transactions AS (
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
  SELECT request_id, digest, ${answer}, balance_after_round,
    CASE WHEN stake > 0 OR payout > 0
      THEN played.seq + (stake > 0)::int + (payout > 0)::int - 1 END
  FROM played WHERE answer IS NOT NULL
)
SELECT user_id, balance, seq, ${NOW_MS}, ${
    index
      ? '(SELECT index::text FROM played WHERE played.user_id = moved.user_id)'
      : 'NULL'
  } FROM moved
UNION ALL
SELECT user_id, NULL, NULL, NULL, NULL FROM player_batch
WHERE is_dry_run AND is_current AND user_id NOT IN (SELECT user_id FROM used)
${event?.state ? `UNION ALL SELECT NULL, NULL, NULL, NULL, (${event.state})::text FROM ${event.name}` : ''}`
}
