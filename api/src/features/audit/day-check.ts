import { liabilityNode, type SumNode } from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { AuditStore, type DayRow, type StoredSpan } from './audit.store.ts'
import { builtTree } from './built-tree.ts'
import { LogHasher } from './log-hasher.ts'
import { logOf, type ReadEntry } from './log-reader.ts'
import { firstDifference, type MarkedEntry } from './marked-log.ts'

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
  const { entries } = found.hasher
  const { number, previous } = day
  const root = await rootOf(deps.hashes, found.nodes)
  const claims = {
    'it does not follow on the day before':
      previous === (before?.digest ?? NO_DIGEST),
    'its entries are not those of its digest': entries.hash === day.entries,
    'its count of entries is another': entries.count === day.count,
    'its digest is not that of its log':
      dayDigest(deps.hashes, { number, previous, entries }) === day.digest,
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
      found.nodes[span.index] = nodeOf(hashes, span)
      found.differences.push(...playerDifferences(span, logs.get(span.player)))
    }
    after = spans.at(-1)?.player
  }
  return found
}

type PlayerLog = { entries: MarkedEntry[]; balance: number | undefined }

async function logsOf(
  db: Database | Transaction,
  spans: readonly StoredSpan[],
  hasher: LogHasher,
): Promise<Map<string, PlayerLog>> {
  const logs = new Map<string, PlayerLog>()
  for await (const { entries, span } of logOf(db, spans)) {
    const log = logs.get(span.player) ?? { entries: [], balance: undefined }
    logs.set(span.player, log)
    for (const entry of entries) {
      const { id, seq } = entry
      log.entries.push({ id, seq, mark: hasher.add(entry) })
      log.balance = balanceAfter(entry) ?? log.balance
    }
  }
  return logs
}

const BALANCE_AFTER = 7

function balanceAfter({ row, seq }: ReadEntry): number | undefined {
  return seq === undefined ? undefined : Number(row[BALANCE_AFTER])
}

function playerDifferences(
  span: StoredSpan,
  log: PlayerLog = { entries: [], balance: undefined },
): string[] {
  const difference = firstDifference(span, log.entries)
  const balance = log.balance ?? span.balanceBefore
  const texts = difference === undefined ? [] : [difference]
  if (span.balance !== balance) {
    texts.push(
      `player ${span.player} was owed ${span.balance} coins, and ${balance} by their transactions`,
    )
  }
  return texts
}

function nodeOf(hashes: Hashes, span: StoredSpan): SumNode {
  const { balance, number, player, seq } = span
  const nonce = toHex(span.nonce)
  return liabilityNode(hashes, { number, player, nonce, seq, balance })
}

/** Undefined where a leaf is missing, so that there is no tree. */
async function rootOf(
  hashes: Hashes,
  nodes: readonly SumNode[],
): Promise<SumNode | undefined> {
  const isWhole = Object.keys(nodes).length === nodes.length
  return isWhole ? (await builtTree(hashes, nodes)).root : undefined
}
