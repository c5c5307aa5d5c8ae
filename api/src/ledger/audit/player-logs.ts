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

/** Length of a row's mark, in hex characters. */
export const MARK_LENGTH = 16
const ROWS_AT_ONCE = 2_000

/** Streams the log of a span. Needs no snapshot: the tables are append-only. */
export async function* readLog(
  db: Database,
  { player, openBefore, openRounds, ...span }: PlayerSpan,
): AsyncGenerator<LogRow[]> {
  const endedLater = openBefore
    .filter((id) => !openRounds.includes(id))
    .toSorted()
  if (endedLater.length > 0) {
    const rounds = await readRounds(db, endedLater)
    yield endedLater.flatMap((id) => toLogRows(rounds, id, player))
  }
  let { after } = span
  while (after < span.seq) {
    const transactions = await readTransactions(db, player, [after, span.seq])
    const ids = transactions.map(({ id }) => id)
    const [rounds, terms] = await Promise.all([
      readRounds(
        db,
        ids.filter((id) => !openRounds.includes(id)),
      ),
      eventBetTerms(db, ids),
    ])
    const bets = new Map<string, Json[]>()
    for (const [id, of] of terms) bets.set(id, ['bet', id, of])
    yield transactions.flatMap((transaction) => [
      { ...transaction, player },
      ...toLogRows(bets, transaction.id, player),
      ...toLogRows(rounds, transaction.id, player),
    ])
    const last = transactions.at(-1)
    if (!last) return
    after = last.seq
  }
}

function toLogRows(
  rows: ReadonlyMap<string, Json[]>,
  id: string,
  player: string,
): LogRow[] {
  const row = rows.get(id)
  return row ? [{ player, id, row }] : []
}

async function readTransactions(
  db: Database,
  player: string,
  [after, last]: [after: number, last: number],
) {
  const { rows } = await db.execute<{
    id: string
    seq: number
    balanceAfter: number
    row: Json[]
  }>(sql`
    SELECT id, seq, balance_after AS "balanceAfter", json_build_array('transaction',
      seq, id, type, game_type, amount, balance_after,
      ${isoText('timestamp')}, metadata) AS row
    FROM transactions
    WHERE user_id = ${player} AND seq > ${after} AND seq <= ${last}
    ORDER BY seq LIMIT ${ROWS_AT_ONCE}`)
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

/** Hashes players' logs row by row, and collects a short mark of each row. */
export function openLogHasher(hashes: Hashes) {
  const logs = new Map<string, { hash: string; marks: string[] }>()
  let count = 0

  return {
    add({ player, row }: LogRow): string {
      const log = logs.get(player) ?? { hash: NO_DIGEST, marks: [] }
      logs.set(player, log)
      const hash = rowHash(hashes, row)
      const mark = hash.slice(0, MARK_LENGTH)
      log.hash = withRow(hashes, log.hash, hash)
      log.marks.push(mark)
      count += 1
      return mark
    },

    count: () => count,

    getHash: (player: string): string => logs.get(player)?.hash ?? NO_DIGEST,

    getMarks: (player: string): string =>
      logs.get(player)?.marks.join('') ?? '',
  }
}
