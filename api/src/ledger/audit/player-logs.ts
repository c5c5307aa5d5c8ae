import { sql } from 'drizzle-orm'
import { NO_DIGEST, rowHash, withRow } from '#core/audit/log-digest.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { Json } from '#core/games/game.ts'
import type { Database } from '../../platform/db/database.ts'
import { isoText, plainArray } from '../../platform/db/sql-values.ts'
import { eventBetTerms } from '../receipts/receipts.service.ts'

/** The part of a player's log between two closings. */
export type PlayerSpan = {
  player: string
  /** Seq of the last transaction before it. */
  after: number
  /** Seq of its last transaction. */
  seq: number
  /** Rounds open at its start. */
  openBefore: readonly string[]
  /** Rounds open at its end; they belong to a later span. */
  openRounds: readonly string[]
}

/** A row of a player's log; docs/audit.md has the order of its members. */
export type LogRow = {
  player: string
  id: string
  row: readonly Json[]
  /** Set for ledger transactions only. */
  seq?: number
  balanceAfter?: number
}

/** Length of a row's mark. */
export const MARK_BYTES = 8
const NO_MARKS = { bytes: Buffer.alloc(0), length: 0 }
/** Transactions read and hashed at once. More would delay bets. */
const ROWS_AT_ONCE = 1_000

/**
 * Streams the logs of spans, a player's rows in order. Needs no snapshot: the
 * tables are append-only.
 */
export async function* readLogs(
  db: Database,
  spans: readonly PlayerSpan[],
): AsyncGenerator<LogRow[]> {
  for (const batch of toBatches(spans)) yield await readBatch(db, batch)
}

/** Cuts spans into batches of as many transactions as are read at once. */
function* toBatches(spans: readonly PlayerSpan[]): Generator<PlayerSpan[]> {
  let batch: PlayerSpan[] = []
  let free = ROWS_AT_ONCE
  for (const span of spans) {
    let rest = span
    while (rest.after < rest.seq || rest.openBefore.length > 0) {
      const seq = Math.min(rest.seq, rest.after + free)
      batch.push({ ...rest, seq })
      free -= seq - rest.after
      rest = { ...rest, after: seq, openBefore: [] }
      if (free > 0) continue
      yield batch
      batch = []
      free = ROWS_AT_ONCE
    }
  }
  if (batch.length > 0) yield batch
}

async function readBatch(
  db: Database,
  spans: readonly PlayerSpan[],
): Promise<LogRow[]> {
  const open = new Set(spans.flatMap(({ openRounds }) => openRounds))
  const hasEnded = (id: string) => !open.has(id)
  const transactions = await readTransactions(db, spans)
  const bets = transactions.flatMap(({ id, type }) =>
    type === 'bet' ? [id] : [],
  )
  const openBefore = spans.flatMap(({ openBefore }) => openBefore)
  const [rounds, terms] = await Promise.all([
    readRounds(db, [...openBefore, ...bets].filter(hasEnded)),
    eventBetTerms(db, bets),
  ])
  const events = new Map<string, Json[]>()
  for (const [id, of] of terms) events.set(id, ['bet', id, of])
  const byPlayer = Map.groupBy(transactions, ({ player }) => player)
  return spans.flatMap(({ openBefore, player }) => [
    ...openBefore
      .filter(hasEnded)
      .toSorted()
      .flatMap((id) => toLogRows(rounds, id, player)),
    ...(byPlayer.get(player) ?? []).flatMap((transaction) => [
      transaction,
      ...toLogRows(events, transaction.id, player),
      ...toLogRows(rounds, transaction.id, player),
    ]),
  ])
}

function toLogRows(
  rows: ReadonlyMap<string, Json[]>,
  id: string,
  player: string,
): LogRow[] {
  const row = rows.get(id)
  return row ? [{ player, id, row }] : []
}

async function readTransactions(db: Database, spans: readonly PlayerSpan[]) {
  const players = plainArray(spans.map(({ player }) => player))
  const afters = plainArray(spans.map(({ after }) => after))
  const lasts = plainArray(spans.map(({ seq }) => seq))
  const { rows } = await db.execute<{
    player: string
    id: string
    seq: number
    type: string
    balanceAfter: number
    row: Json[]
  }>(sql`
    SELECT player, id, seq, type, balance_after AS "balanceAfter",
      json_build_array('transaction', seq, id, type, game_type, amount,
        balance_after, ${isoText('timestamp')}, metadata) AS row
    FROM unnest(${players}::uuid[], ${afters}::int8[], ${lasts}::int8[])
      AS span (player, after, last)
    JOIN transactions ON user_id = player AND seq > after AND seq <= last
    ORDER BY player, seq`)
  return rows
}

async function readRounds(db: Database, ids: readonly string[]) {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<{ id: string; row: Json[] }>(sql`
    SELECT rounds.id, json_build_array('round', rounds.id, nonce, seed,
      game_type, rules_version, bet, nullif(actions, '[]'), outcome, stake, payout,
      round_hash, ${isoText('settled_at')}) AS row
    FROM rounds LEFT JOIN client_seeds ON client_seeds.id = client_seed_id
    WHERE rounds.id = ANY(${plainArray(ids)}::uuid[])`)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/** Hashes players' logs row by row. */
export function createLogHasher(hashes: Hashes) {
  const logs = new Map<string, string>()
  let count = 0

  return {
    /** Adds a row. @returns its mark, in hex */
    add({ player, row }: LogRow): string {
      const hash = rowHash(hashes, row)
      logs.set(player, withRow(hashes, logs.get(player) ?? NO_DIGEST, hash))
      count += 1
      return hash.slice(0, 2 * MARK_BYTES)
    },

    count: () => count,

    getHash: (player: string): string => logs.get(player) ?? NO_DIGEST,
  }
}

/** Collects the marks of players' rows as bytes; strings would take ten times the memory. */
export function createMarks() {
  const players = new Map<string, { bytes: Buffer; length: number }>()

  return {
    /** @param mark in hex */
    add(player: string, mark: string): void {
      const marks = players.get(player) ?? {
        bytes: Buffer.alloc(MARK_BYTES),
        length: 0,
      }
      players.set(player, marks)
      if (marks.length === marks.bytes.length)
        marks.bytes = Buffer.concat([marks.bytes], 2 * marks.length)
      marks.length += marks.bytes.write(mark, marks.length, 'hex')
    },

    get(player: string): Uint8Array {
      const { bytes, length } = players.get(player) ?? NO_MARKS
      return bytes.subarray(0, length)
    },
  }
}
