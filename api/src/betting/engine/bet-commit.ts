import type pg from 'pg'
import { type Coins, coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { type Columns, rowsInput } from '../../platform/db/sql-values.ts'
import { hashRequest } from '../../platform/http/idempotency.ts'
import { newId } from '../../platform/ids.ts'
import type {
  CommitResults,
  DecidedBet,
  PlayerBatch,
  PlayerCommit,
} from './bets.ts'
import { type CommitSlots, commitStatement } from './commit-statement.ts'

/**
 * Limits the wait for the pot, during which the first partitions stay locked.
 * Set in the server, where the statement would outlive a client's timeout.
 */
const POT_WITHIN_MS = 2_000

const LOCK_POT = `
SELECT sum(jackpot) AS pot FROM (
  SELECT jackpot FROM global_stats ORDER BY id FOR NO KEY UPDATE) AS partitions`

/** A kind of bets: columns of `decided` beyond {@link BETS}, and its SQL. */
type CommittedKind<Decided extends DecidedBet> = CommitSlots & {
  name: string
  columns: Columns<Decided>
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
  change: ['int8', ({ balanceChange }) => balanceChange],
  rounds: ['int4', ({ end, snapshot }) => end.nonce - snapshot.nonce],
  transaction_count: ['int4', ({ transactionCount }) => transactionCount],
  pot_share: ['int8', ({ potShare }) => potShare],
  day: ['int4', ({ day }) => day.day],
  taken: ['int8', ({ totalStake }) => totalStake],
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
  return hashRequest({ text: pending.request?.text ?? '' })
}

/**
 * Returns the commit of a kind of bets: player batches, at most one per player,
 * in one durable statement. `event` is the event's state before, undefined if it is
 * closed.
 */
export function betCommit<Decided extends DecidedBet>({
  name,
  columns,
  ...slots
}: CommittedKind<Decided>) {
  const batchRows = rowsInput('player_batch', BATCHES, 4)
  const first = 4 + Object.keys(BATCHES).length
  const betRows = rowsInput('decided', { ...BETS, ...columns }, first)
  const inputs = { batches: batchRows.sql, bets: betRows.sql }
  const text = commitStatement(slots, inputs)
  return async (
    on: Pick<pg.Pool, 'query'>,
    partition: number,
    batches: readonly PlayerBatch<Decided>[],
  ): Promise<{ players: CommitResults; event: string | undefined }> => {
    const pot = batches.find((batch) => batch.pot !== undefined)?.pot
    const { rows } = await on.query<CommittedRow>({
      name,
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
    const players = new Map<string, PlayerCommit | null>()
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
