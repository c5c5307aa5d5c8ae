import { liabilityNode, type SumNode } from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { AuditStore, type DayRow, type StoredSpan } from './audit.store.ts'
import { builtTree } from './built-tree.ts'
import { LogHasher } from './log-hasher.ts'
import { logOf } from './log-reader.ts'
import { firstDifference, type MarkedRow } from './marked-log.ts'
import { shownDay } from './shown-day.ts'

type CheckDeps = { db: Database | Transaction; hashes: Hashes }

/** What a day's rows come to now. */
type Recomputed = {
  hasher: LogHasher
  nodes: SumNode[]
  differences: string[]
}

/** What of a closed day is not what it was, in words; the first of each player. */
export async function dayDifferences(
  deps: CheckDeps,
  day: DayRow,
  before: DayRow | undefined,
): Promise<string[]> {
  const found = await recomputed(deps, day)
  const { number, previous } = day
  const root = await rootOf(deps.hashes, found.nodes)
  const claims = {
    'it does not follow on the day before':
      previous === (before?.digest ?? NO_DIGEST),
    'its count of rows is another': found.hasher.count === day.count,
    'its digest is another':
      dayDigest(deps.hashes, shownDay(day)) === day.digest,
    'its root is not that of its balances': root?.hash === day.root,
    'its sum is not that of its balances': root?.sum === day.sum,
    'its count of players is another': found.nodes.length === day.players,
  }
  const broken = Object.entries(claims).filter(([, holds]) => !holds)
  const texts = [...found.differences, ...broken.map(([text]) => text)]
  return texts.map((text) => `day ${number}: ${text}`)
}

async function recomputed(
  { db, hashes }: CheckDeps,
  { number }: DayRow,
): Promise<Recomputed> {
  const store = new AuditStore(db)
  const found = {
    hasher: new LogHasher(hashes),
    nodes: [] as SumNode[],
    differences: [] as string[],
  }
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const spans: StoredSpan[] = await store.spans(number, after)
    const logs = await logsOf(db, spans, found.hasher)
    for (const span of spans) {
      const log = found.hasher.hashOf(span.player)
      found.nodes[span.index] = nodeOf(hashes, span, log)
      found.differences.push(...playerDifferences(span, logs.get(span.player)))
    }
    after = spans.at(-1)?.player
  }
  return found
}

type PlayerLog = { rows: MarkedRow[]; balance: number | undefined }

async function logsOf(
  db: Database | Transaction,
  spans: readonly StoredSpan[],
  hasher: LogHasher,
): Promise<Map<string, PlayerLog>> {
  const logs = new Map<string, PlayerLog>()
  for await (const { rows, span } of logOf(db, spans)) {
    const log = logs.get(span.player) ?? { rows: [], balance: undefined }
    logs.set(span.player, log)
    for (const row of rows) {
      const { id, seq } = row
      log.rows.push({ id, seq, mark: hasher.add(row) })
      log.balance = row.balanceAfter ?? log.balance
    }
  }
  return logs
}

function playerDifferences(
  span: StoredSpan,
  log: PlayerLog = { rows: [], balance: undefined },
): string[] {
  const difference = firstDifference(span, log.rows)
  const balance = log.balance ?? span.balanceBefore
  const texts = difference === undefined ? [] : [difference]
  if (span.balance !== balance) {
    texts.push(
      `player ${span.player} was owed ${span.balance} coins, and ${balance} by their transactions`,
    )
  }
  return texts
}

function nodeOf(hashes: Hashes, span: StoredSpan, log: string): SumNode {
  const { balance, number, player, seq, staked } = span
  const nonce = toHex(span.nonce)
  const leaf = { number, player, nonce, seq, balance, staked, log }
  return liabilityNode(hashes, leaf)
}

/** Undefined where a leaf is missing, so that there is no tree. */
async function rootOf(
  hashes: Hashes,
  nodes: readonly SumNode[],
): Promise<SumNode | undefined> {
  const isWhole = Object.keys(nodes).length === nodes.length
  return isWhole ? (await builtTree(hashes, nodes)).root : undefined
}
