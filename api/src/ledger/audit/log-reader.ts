import { sql } from 'drizzle-orm'
import type { Json } from '#core/games/game.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { isoText, plainArray } from '../../platform/db/sql-values.ts'
import { BetTermsService } from '../receipts/bet-terms.service.ts'
import { endedBefore, isEventful, type PlayerSpan } from './player-span.ts'

/** A row of a player's log; docs/audit.md has the order of its members. */
export type ReadRow = {
  player: string
  id: string
  row: readonly Json[]
  /** Set for ledger transactions only. */
  seq: number | undefined
  balanceAfter: number | undefined
}

/** Rows of one player from one read. */
type Page = { span: PlayerSpan; rows: ReadRow[] }

type TransactionRow = {
  id: string
  seq: string
  balance: string
  row: Json[]
}
type RoundRow = { id: string; row: Json[] }

const ROWS_AT_ONCE = 2_000

/**
 * Streams the logs of the given spans, a few rows at a time. Needs no snapshot:
 * the tables are append-only and each span has a fixed end.
 */
export async function* logOf(
  db: Database | Transaction,
  spans: readonly PlayerSpan[],
): AsyncGenerator<Page> {
  for (const span of spans.filter(isEventful)) yield* spanLog(db, span)
}

async function* spanLog(
  db: Database | Transaction,
  span: PlayerSpan,
): AsyncGenerator<Page> {
  const { player } = span
  const late = endedBefore(span)
  if (late.length > 0) {
    const rounds = await roundsOf(db, late)
    yield { span, rows: late.flatMap((id) => rowIn(rounds, id, player)) }
  }
  let after = span.after
  while (after < span.seq) {
    const transactions = await transactionsOf(db, { ...span, after })
    const ids = transactions.map(({ id }) => id)
    const ended = ids.filter((id) => !span.openRounds.includes(id))
    const [rounds, bets] = await Promise.all([
      roundsOf(db, ended),
      eventBetsOf(db, ids),
    ])
    const rows = transactions.flatMap(({ id, balance, row, seq }) => [
      { player, id, row, seq: Number(seq), balanceAfter: Number(balance) },
      ...rowIn(bets, id, player),
      ...rowIn(rounds, id, player),
    ])
    yield { span, rows }
    const last = transactions.at(-1)
    if (!last) return
    after = Number(last.seq)
  }
}

function rowIn(
  rows: ReadonlyMap<string, Json[]>,
  id: string,
  player: string,
): ReadRow[] {
  const row = rows.get(id)
  if (!row) return []
  return [{ player, id, row, seq: undefined, balanceAfter: undefined }]
}

async function transactionsOf(
  db: Database | Transaction,
  { player, after, seq }: PlayerSpan,
): Promise<TransactionRow[]> {
  const { rows } = await db.execute<TransactionRow>(sql`
    SELECT id, seq, balance_after AS balance, json_build_array('transaction',
      seq, id, type, game_type, amount, balance_after,
      ${isoText('timestamp')}, metadata) AS row
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
    SELECT rounds.id, json_build_array('round', rounds.id, nonce, seed,
      game_type, rules_version, bet, nullif(actions, '[]'), outcome, stake, payout,
      round_hash, ${isoText('settled_at')}) AS row
    FROM rounds LEFT JOIN client_seeds ON client_seeds.id = client_seed_id
    WHERE rounds.id = ANY(${plainArray(ids)}::uuid[])`)
  return new Map(rows.map(({ id, row }) => [id, row]))
}

async function eventBetsOf(
  db: Database | Transaction,
  ids: readonly string[],
): Promise<Map<string, Json[]>> {
  const terms = await new BetTermsService(db).ofEventBets(ids)
  return new Map([...terms].map(([id, bet]) => [id, ['bet', id, bet]]))
}
