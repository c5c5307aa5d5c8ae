import { sql } from 'drizzle-orm'
import type { AuditFigures, ClosedDay } from '#core/api/audit.ts'
import { liabilityNode, type SumNode } from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { toHex } from '#core/fairness/hashes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import {
  allDays,
  type DayRow,
  findSpans,
  listDays,
  readFigures,
  type StoredSpan,
  shownDay,
} from './audit.store.ts'
import { DAY_VERSION } from './day-closer.ts'
import { createDayTree, type DayTree } from './day-tree.ts'
import {
  createLogHasher,
  type LogRow,
  MARK_BYTES,
  readLogs,
} from './player-logs.ts'

/**
 * Reproduces /audit from the database alone, and compares it with saved days.
 */
export async function reproducedAudit(
  { db, clock }: { db: Database; clock: Clock },
  saved: readonly ClosedDay[],
): Promise<{
  figures: AuditFigures
  days: ClosedDay[]
  differences: string[]
}> {
  const figures = await readFigures(db, clock())
  const days = await listDays(db)
  const differences = await publicDifferences(db, saved)
  const { sum } = figures.accounts
  if (sum !== 0) differences.push(`now: all accounts sum to ${sum} coins`)
  return { figures, days: days.map(shownDay), differences }
}

/** Recomputes days and balances, and describes differences from known ones. */
export async function publicDifferences(
  db: Database,
  saved: readonly ClosedDay[] = [],
): Promise<string[]> {
  const texts: string[] = []
  const rows = await allDays(db)
  const days = new Map(rows.map((day) => [day.number, day]))
  for (let number = 1; number <= (rows.at(-1)?.number ?? 0); number += 1) {
    const day = days.get(number)
    if (!day) texts.push(`day ${number} is missing`)
    else if (day.version === DAY_VERSION)
      texts.push(...(await dayDifferences(db, day, days.get(number - 1))))
  }
  for (const { number, digest, root } of saved) {
    const day = days.get(number)
    if (!day) texts.push(`day ${number} was published, and is missing`)
    else if (day.digest !== digest || day.root !== root)
      texts.push(`day ${number} differs from the published one`)
  }
  texts.push(...(await balanceDifferences(db)))
  return texts
}

async function dayDifferences(
  db: Database,
  day: DayRow,
  before: DayRow | undefined,
): Promise<string[]> {
  const { count, differences, players, tree } = await recomputeDay(db, day)
  const root = await computeRoot(tree)
  const claims = {
    'it does not follow the day before':
      day.previous === (before?.digest ?? NO_DIGEST),
    'its count of rows differs': count === day.count,
    'its digest differs': dayDigest(nativeHashes, shownDay(day)) === day.digest,
    'its root is not that of its balances': root?.hash === day.root,
    'its sum is not that of its balances': root?.sum === day.sum,
    'its count of players differs': players === day.players,
  }
  const broken = Object.entries(claims).filter(([, holds]) => !holds)
  const texts = [...differences, ...broken.map(([text]) => text)]
  return texts.map((text) => `day ${day.number}: ${text}`)
}

/** Hashes a day's logs again, and compares each player's with the stored leaf. */
async function recomputeDay(db: Database, { number }: DayRow) {
  const tree = createDayTree(nativeHashes)
  const differences: string[] = []
  let players = 0
  let count = 0
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const spans: StoredSpan[] = await findSpans(db, number, after)
    const hasher = createLogHasher(nativeHashes)
    const checks = new Map(spans.map((span) => [span.player, checkLog(span)]))
    for await (const rows of readLogs(db, spans)) {
      for (const row of rows)
        checks.get(row.player)?.compare(row, hasher.add(row))
    }
    for (const { balance, nonce, player, seq, staked } of spans) {
      const leaf = { number, player, nonce: toHex(nonce), seq, balance, staked }
      const log = hasher.getHash(player)
      tree.add(liabilityNode(nativeHashes, { ...leaf, log }))
      differences.push(...(checks.get(player)?.differences() ?? []))
    }
    players += spans.length
    count += hasher.count()
    after = spans.at(-1)?.player
  }
  return { count, differences, players, tree }
}

async function computeRoot(tree: DayTree): Promise<SumNode | undefined> {
  let top: SumNode | undefined
  for await (const { root } of tree.build()) top = root
  return top
}

/** Compares a player's log, row by row, with what was stored of it. */
function checkLog(span: StoredSpan) {
  const { player } = span
  let seq = span.after + 1
  let index = 0
  let balance = span.balanceBefore
  let difference: string | undefined

  const markAt = (at: number) =>
    toHex(span.marks.subarray(at * MARK_BYTES, (at + 1) * MARK_BYTES))

  /** Names the first row that changed since the day was closed. */
  function firstDifference(row: LogRow, mark: string): string | undefined {
    if (row.seq !== undefined && row.seq !== seq)
      return `missing: transaction ${seq}`
    if (markAt(index) === mark) return undefined
    return markAt(index + 1) === mark
      ? `missing: a round or bet before ${toName(row)}`
      : `changed: ${toName(row)}`
  }

  function lastDifference(): string | undefined {
    if (seq <= span.seq) return `missing: transaction ${seq}`
    if (index * MARK_BYTES < span.marks.length)
      return 'missing: the last round or bet'
    return undefined
  }

  return {
    compare(row: LogRow, mark: string): void {
      difference ??= firstDifference(row, mark)
      index += 1
      if (row.seq !== undefined) seq += 1
      balance = row.balanceAfter ?? balance
    },

    differences(): string[] {
      const found = difference ?? lastDifference()
      const texts = found ? [`${found} of player ${player}`] : []
      if (span.balance !== balance)
        texts.push(
          `player ${player} was owed ${span.balance} coins, and ${balance} by their transactions`,
        )
      return texts
    },
  }
}

function toName({ id, seq }: LogRow): string {
  return seq === undefined ? `round or bet ${id}` : `transaction ${seq} (${id})`
}

/** Names the first player whose balance differs from their last transaction. */
async function balanceDifferences(db: Database): Promise<string[]> {
  const { rows } = await db.execute<{
    id: string
    balance: number
    owed: number
  }>(sql`
    SELECT users.id, balance, coalesce(balance_after, 0) AS owed
    FROM users LEFT JOIN LATERAL (
      SELECT seq, balance_after FROM transactions
      WHERE user_id = users.id ORDER BY seq DESC LIMIT 1
    ) AS last ON true
    WHERE balance <> coalesce(balance_after, 0) OR users.seq <> coalesce(last.seq, 0)
    ORDER BY users.id LIMIT 1`)
  return rows.map(
    ({ id, balance, owed }) =>
      `now: player ${id} has ${balance} coins, and ${owed} by their last transaction`,
  )
}
