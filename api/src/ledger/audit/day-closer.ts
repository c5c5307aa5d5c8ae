import { liabilityNode, nodeHex } from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { toHex } from '#core/fairness/hashes.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import type { Platform } from '../../platform/platform.ts'
import { addDay, type DayRow, lastDay, shownDay } from './audit.store.ts'
import { buildTree, readLiabilities } from './liabilities.ts'
import { openLogHasher, readLog } from './player-logs.ts'

/** Format version of new days, see docs/audit.md. */
export const DAY_VERSION = 2
const NONCE_BYTES = 32

/** Closes each day once, in one transaction: after a crash it starts again. */
export function openDayCloser({
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
    const closedAt = clock()
    const { jackpot, liabilities } = await readLiabilities(db, number - 1)
    const logs = openLogHasher(hashes)
    for (const liability of liabilities) {
      for await (const rows of readLog(db, liability)) {
        signal?.throwIfAborted()
        for (const row of rows) logs.add(row)
      }
    }
    const leaves = liabilities
      .map(({ balance, openRounds, player, seq, staked }) => {
        const nonce = toHex(entropy(NONCE_BYTES))
        const log = logs.hashOf(player)
        const leaf = { number, player, nonce, seq, balance, staked, log }
        return { leaf, node: liabilityNode(hashes, leaf), openRounds }
      })
      // Their hashes are random, which hides the players' order.
      .sort((one, other) => (one.node.hash < other.node.hash ? -1 : 1))
    const { path, root } = await buildTree(
      hashes,
      leaves.map(({ node }) => node),
    )
    const day = {
      number,
      version: DAY_VERSION,
      endedAt,
      closedAt,
      root: root.hash,
      sum: root.sum,
      jackpot,
      players: leaves.length,
      previous: last?.digest ?? NO_DIGEST,
      count: logs.count(),
      firstId: null,
      lastId: null,
      entries: null,
      digest: '',
    }
    const digest = dayDigest(hashes, shownDay(day))
    const rows = leaves.map(({ leaf, openRounds }, index) => ({
      ...leaf,
      index,
      nonce: Buffer.from(leaf.nonce, 'hex'),
      path: Buffer.from(path(index).map(nodeHex).join(''), 'hex'),
      openRounds: [...openRounds],
      marks: Buffer.from(logs.marksOf(leaf.player), 'hex'),
    }))
    await writeUnder(term, db, (tx) => addDay(tx, { ...day, digest }, rows))
    log.info(
      { number, players: rows.length, rows: day.count },
      'ledger_day.closed',
    )
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
