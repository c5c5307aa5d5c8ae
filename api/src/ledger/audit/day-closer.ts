import { assert } from '#core/assert.ts'
import {
  type LiabilityLeaf,
  liabilityNode,
  type SumNode,
} from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { toHex } from '#core/fairness/hashes.ts'
import { type Guard, withFencing } from '../../platform/db/lease.ts'
import type { Platform } from '../../platform/platform.ts'
import {
  addLeaves,
  type DayRow,
  findLeaves,
  lastDay,
  shownDay,
} from './audit.store.ts'
import { auditDays } from './audit.table.ts'
import {
  findSnapshot,
  readPlayers,
  removeSnapshots,
  takeSnapshot,
} from './day-snapshot.ts'
import { addSubtrees, createDayTree, type DayTree } from './day-tree.ts'
import { createLogHasher, createMarks, readLogs } from './player-logs.ts'

/** Format version of new days, see docs/audit.md. */
export const DAY_VERSION = 2
const NONCE_BYTES = 32

/**
 * Closes each day once, in short transactions: snapshot, leaves page by page,
 * subtrees, then the day. After a crash it goes on from the snapshot.
 */
export function createDayCloser({
  clock,
  db,
  entropy,
  everyMs,
  hashes,
  log,
}: Pick<Platform, 'clock' | 'db' | 'entropy' | 'hashes' | 'log'> & {
  everyMs: number
}) {
  async function close(
    term: Guard,
    last: DayRow | undefined,
    { endedAt, signal }: { endedAt: Date; signal: AbortSignal | undefined },
  ): Promise<void> {
    const number = (last?.number ?? 0) + 1
    const snapshot =
      (await findSnapshot(db, number)) ??
      (await takeSnapshot({ db, term }, { number, endedAt, closedAt: clock() }))
    const { pages, ...figures } = snapshot
    const tree = createDayTree(hashes)
    let players = 0
    let count = 0
    for (let page = 0; page < pages; page += 1) {
      signal?.throwIfAborted()
      const closed = await closePage(term, { number, page, signal })
      for (const leaf of closed.leaves) tree.add(liabilityNode(hashes, leaf))
      players += closed.leaves.length
      count += closed.count
    }
    const root = await storeTree(term, number, tree)
    const day = {
      ...figures,
      number,
      version: DAY_VERSION,
      root: root.hash,
      sum: root.sum,
      players,
      previous: last?.digest ?? NO_DIGEST,
      count,
      firstId: null,
      lastId: null,
      entries: null,
      digest: '',
    }
    const digest = dayDigest(hashes, shownDay(day))
    await withFencing(term, db, async (tx) => {
      await tx.insert(auditDays).values({ ...day, digest })
      await removeSnapshots(tx, number)
    })
    log.info({ number, players, rows: count }, 'ledger_day.closed')
  }

  /** Writes the leaves of a page, unless a closing did before it was interrupted. */
  async function closePage(
    term: Guard,
    {
      number,
      page,
      signal,
    }: { number: number; page: number; signal: AbortSignal | undefined },
  ): Promise<{ leaves: LiabilityLeaf[]; count: number }> {
    const players = await readPlayers(db, number, page)
    const range = [
      players[0]?.player ?? '',
      players.at(-1)?.player ?? '',
    ] as const
    const written = await findLeaves(db, number, range)
    if (written.length > 0) {
      const count = written.reduce((sum, leaf) => sum + leaf.count, 0)
      return { leaves: written, count }
    }
    const earlier = await findLeaves(db, number - 1, range)
    const before = new Map(earlier.map((leaf) => [leaf.player, leaf]))
    const spans = players.map((player) => ({
      ...player,
      after: before.get(player.player)?.seq ?? 0,
      openBefore: before.get(player.player)?.openRounds ?? [],
    }))
    const logs = createLogHasher(hashes)
    const marks = createMarks()
    for await (const rows of readLogs(db, spans)) {
      signal?.throwIfAborted()
      for (const row of rows) marks.add(row.player, logs.add(row))
    }
    const leaves = players.map((player) => ({
      ...player,
      number,
      nonce: toHex(entropy(NONCE_BYTES)),
      log: logs.getHash(player.player),
      marks: marks.get(player.player),
    }))
    await withFencing(term, db, (tx) => addLeaves(tx, leaves))
    return { leaves, count: logs.count() }
  }

  /** Writes the tree, again if a closing was interrupted. @returns its root */
  async function storeTree(
    term: Guard,
    number: number,
    tree: DayTree,
  ): Promise<SumNode> {
    let top: SumNode | undefined
    for await (const { root, subtrees } of tree.build()) {
      await withFencing(term, db, (tx) => addSubtrees(tx, number, subtrees))
      top = root
    }
    assert(top !== undefined, 'a tree has a root')
    return top
  }

  return {
    /** Closes the last day that has ended, unless it is closed already. */
    async tick(term: Guard, signal?: AbortSignal): Promise<void> {
      const endedAtMs = Math.floor(clock().getTime() / everyMs) * everyMs
      const last = await lastDay(db)
      if (last && last.endedAt.getTime() >= endedAtMs) return
      await close(term, last, { endedAt: new Date(endedAtMs), signal })
    },
  }
}
