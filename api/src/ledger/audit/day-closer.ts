import {
  type LiabilityLeaf,
  liabilityNode,
  nodeHex,
  type SumNode,
} from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { Logger } from '../../platform/logger.ts'
import { AuditStore, addDay, type DayRow, type LeafRow } from './audit.store.ts'
import { builtTree } from './built-tree.ts'
import { type Liability, liabilitiesAt } from './liabilities-snapshot.ts'
import { LogHasher } from './log-hasher.ts'
import { logOf } from './log-reader.ts'
import { shownDay } from './shown-day.ts'

const NONCE_BYTES = 32
/** Format version of new days, see docs/audit.md. */
export const DAY_VERSION = 2

type CloserDeps = {
  db: Database
  hashes: Hashes
  entropy: Entropy
  clock: Clock
  log: Logger
  /** From the end of one day to the end of the next. */
  everyMs: number
}

type Leaf = { liability: Liability; leaf: LiabilityLeaf; node: SumNode }

/**
 * Closes each day once: reads what is owed in one snapshot, then the log up to
 * there, and writes all of it in one transaction. What a crash interrupts is
 * not there, and is done again.
 */
export class DayCloser {
  readonly #deps: CloserDeps

  constructor(deps: CloserDeps) {
    this.#deps = deps
  }

  /** Closes the last day that has ended, if it is not closed yet. */
  async tick(right: Guard, signal?: AbortSignal): Promise<void> {
    const { clock, db, everyMs } = this.#deps
    const endedAtMs = Math.floor(clock().getTime() / everyMs) * everyMs
    const last = await new AuditStore(db).last()
    if (last && last.endedAt.getTime() >= endedAtMs) return
    await this.#close(right, { last, endedAt: new Date(endedAtMs), signal })
  }

  async #close(
    right: Guard,
    {
      last,
      endedAt,
      signal,
    }: {
      last: DayRow | undefined
      endedAt: Date
      signal: AbortSignal | undefined
    },
  ): Promise<void> {
    const { clock, db, hashes, log } = this.#deps
    const number = (last?.number ?? 0) + 1
    const closedAt = clock()
    const { jackpot, liabilities } = await liabilitiesAt(db, number - 1)
    const logs = await this.#hashLogs(liabilities, signal)
    const leaves = this.#leavesOf(number, { liabilities, logs })
    const { path, root } = await builtTree(
      hashes,
      leaves.map(({ node }) => node),
    )
    const open = {
      number,
      version: DAY_VERSION,
      endedAt,
      closedAt,
      root: root.hash,
      sum: root.sum,
      jackpot,
      players: leaves.length,
      previous: last?.digest ?? NO_DIGEST,
      count: logs.count,
      firstId: null,
      lastId: null,
      entries: null,
      digest: '',
    }
    const digest = dayDigest(hashes, shownDay(open))
    const rows = leaves.map((leaf, index) =>
      leafRow(leaf, { index, path: path(index), logs }),
    )
    await writeUnder(right, db, (tx) => addDay(tx, { ...open, digest }, rows))
    log.info(
      { number, players: rows.length, rows: open.count },
      'ledger_day.closed',
    )
  }

  async #hashLogs(
    liabilities: readonly Liability[],
    signal: AbortSignal | undefined,
  ): Promise<LogHasher> {
    const hasher = new LogHasher(this.#deps.hashes)
    for await (const { rows } of logOf(this.#deps.db, liabilities)) {
      signal?.throwIfAborted()
      for (const row of rows) hasher.add(row)
    }
    return hasher
  }

  /** In the order of their hashes, which is chance and tells nobody who is who. */
  #leavesOf(
    number: number,
    {
      liabilities,
      logs,
    }: { liabilities: readonly Liability[]; logs: LogHasher },
  ): Leaf[] {
    const { entropy, hashes } = this.#deps
    const leaves = liabilities.map((liability) => {
      const { balance, player, seq, staked } = liability
      const nonce = toHex(entropy(NONCE_BYTES))
      const log = logs.hashOf(player)
      const leaf = { number, player, nonce, seq, balance, staked, log }
      return { liability, leaf, node: liabilityNode(hashes, leaf) }
    })
    return leaves.sort((one, other) =>
      one.node.hash < other.node.hash ? -1 : 1,
    )
  }
}

function leafRow(
  { leaf, liability }: Leaf,
  {
    index,
    path,
    logs,
  }: { index: number; path: readonly SumNode[]; logs: LogHasher },
): LeafRow {
  return {
    ...leaf,
    index,
    nonce: Buffer.from(leaf.nonce, 'hex'),
    path: Buffer.from(path.map(nodeHex).join(''), 'hex'),
    openRounds: [...liability.openRounds],
    marks: Buffer.from(logs.marksOf(leaf.player), 'hex'),
  }
}
