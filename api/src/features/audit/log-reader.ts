import { sql } from 'drizzle-orm'
import type { LogEntry } from '#core/audit/log-digest.ts'
import type { Json } from '#core/games/game.ts'
import { plainArray } from '../../platform/db/array-literal.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { endedBefore, isEventful, type PlayerSpan } from './player-span.ts'

/** An entry, and the seq of its ledger transaction where it is one. */
export type ReadEntry = LogEntry & { seq: number | undefined }

/** Entries of one player that were read together. */
type EntryPage = { span: PlayerSpan; entries: ReadEntry[] }

type LogRow = {
  player: string
  id: string
  seq: string
  row: Json[]
}
type RoundRow = { id: string; row: Json[] }

const ROWS_AT_ONCE = 2_000

/**
 * The log of some spans, a few rows at a time. All of it is append-only, so it
 * needs no snapshot: a span says where it ends.
 */
export async function* logOf(
  db: Database | Transaction,
  spans: readonly PlayerSpan[],
): AsyncGenerator<EntryPage> {
  for (const span of spans.filter(isEventful)) yield* spanLog(db, span)
}

async function* spanLog(
  db: Database | Transaction,
  span: PlayerSpan,
): AsyncGenerator<EntryPage> {
  const late = endedBefore(span)
  if (late.length > 0) {
    const rounds = await roundsOf(db, late)
    yield { span, entries: late.flatMap((id) => entryIn(rounds, id, span)) }
  }
  let after = span.after
  while (after < span.seq) {
    const transactions = await transactionsOf(db, { ...span, after })
    const ids = transactions.map(({ id }) => id)
    const ended = ids.filter((id) => !span.openRounds.includes(id))
    const rounds = await roundsOf(db, ended)
    yield {
      span,
      entries: transactions.flatMap(({ id, player, row, seq }) => [
        { id, player, row, seq: Number(seq) },
        ...entryIn(rounds, id, span),
      ]),
    }
    const last = transactions.at(-1)
    if (!last) return
    after = Number(last.seq)
  }
}

function entryIn(
  rounds: ReadonlyMap<string, Json[]>,
  id: string,
  { player }: PlayerSpan,
): ReadEntry[] {
  const row = rounds.get(id)
  return row ? [{ id, player, row, seq: undefined }] : []
}

async function transactionsOf(
  db: Database | Transaction,
  { player, after, seq }: PlayerSpan,
): Promise<LogRow[]> {
  const { rows } = await db.execute<LogRow>(sql`
    SELECT user_id AS player, id, seq, json_build_array('transaction', user_id,
      seq, id, type, game_type, amount, balance_after, batch_id,
      ${microseconds('timestamp')}, metadata) AS row
    FROM transactions
    WHERE user_id = ${player} AND seq > ${after} AND seq <= ${seq}
    ORDER BY seq LIMIT ${ROWS_AT_ONCE}`)
  return rows
}

async function roundsOf(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, Json[]>> {
  if (ids.length === 0) return new Map()
  const { rows } = await db.execute<RoundRow>(sql`
    SELECT id, json_build_array('round', user_id, id, seq, nonce,
      client_seed_id, game_type, rules_version, bet, actions, outcome, stake,
      payout, win_seq, round_hash, ${microseconds('settled_at')}) AS row
    FROM rounds WHERE id = ANY(${plainArray(ids)}::uuid[])`)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

/** Since 1970: a whole number that JSON holds exactly. */
function microseconds(column: 'timestamp' | 'settled_at') {
  return sql.raw(`(extract(epoch FROM ${column}) * 1000000)::int8`)
}
