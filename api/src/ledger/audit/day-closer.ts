import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import {
  fillerNode,
  liabilityNode,
  nodeHex,
  type SumNode,
  type SumTree,
  sumTree,
} from '#core/audit/liabilities-tree.ts'
import { dayDigest, NO_DIGEST } from '#core/audit/log-digest.ts'
import { type Hashes, toHex } from '#core/fairness/hashes.ts'
import {
  type Database,
  inSnapshot,
  onlyRow,
  type Transaction,
} from '../../platform/db/database.ts'
import { type Guard, withFencing } from '../../platform/db/lease.ts'
import { NO_ID } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { OPEN_STAKES } from '../ledger.store.ts'
import { addDay, type DayRow, lastDay, shownDay } from './audit.store.ts'
import { openLogHasher, type PlayerSpan, readLog } from './player-logs.ts'

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
        const log = logs.getHash(player)
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
      marks: Buffer.from(logs.getMarks(leaf.player), 'hex'),
    }))
    await withFencing(term, db, (tx) => addDay(tx, { ...day, digest }, rows))
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

/** Coins owed to a player, and the log since the last closing. */
export type Liability = PlayerSpan & {
  balance: number
  /** Coins in open rounds and bets. */
  staked: number
}

const PAGE_SIZE = 5_000
/** Leaves hashed at once; a power of two. Larger ones would delay bets. */
const SUBTREE_SIZE = 512

/**
 * Reads the coins owed to every player and the jackpot, in one snapshot.
 * @throws when the accounts do not sum to zero, so that nothing is published
 */
function readLiabilities(db: Database, last: number) {
  return inSnapshot(db, async (tx) => {
    const liabilities = await readPlayers(tx, last)
    const { rows } = await tx.execute<{ sum: string; jackpot: number }>(sql`
      SELECT coalesce(sum(house_balance + jackpot + grant_balance + chain_balance), 0) AS sum,
        coalesce(sum(jackpot), 0)::int8 AS jackpot
      FROM global_stats`)
    const { jackpot, sum } = onlyRow(rows)
    const total = liabilities.reduce(
      (total, { balance }) => total + BigInt(balance),
      BigInt(sum),
    )
    assert(total === 0n, `all accounts sum to zero, not to ${total} coins`)
    return { liabilities, jackpot }
  })
}

async function readPlayers(tx: Transaction, last: number) {
  const liabilities: Liability[] = []
  const { rows } = await tx.execute<{ player: string; staked: number }>(sql`
    SELECT user_id AS player, sum(staked)::int8 AS staked
    FROM ${OPEN_STAKES} AS open GROUP BY user_id`)
  const stakes = new Map(rows.map(({ player, staked }) => [player, staked]))
  let after: string | undefined = NO_ID
  while (after !== undefined) {
    const page: { rows: Omit<Liability, 'staked'>[] } = await tx.execute(sql`
      SELECT users.id AS player, users.seq, users.balance,
        coalesce(before.seq, 0) AS after,
        coalesce(before.open_rounds, '{}') AS "openBefore",
        ARRAY(SELECT id FROM open_rounds WHERE user_id = users.id ORDER BY id)
          AS "openRounds"
      FROM users LEFT JOIN audit_leaves AS before
        ON before.number = ${last} AND before.player = users.id
      WHERE users.id > ${after} ORDER BY users.id LIMIT ${PAGE_SIZE}`)
    for (const row of page.rows)
      liabilities.push({ ...row, staked: stakes.get(row.player) ?? 0 })
    after = page.rows.at(-1)?.player
  }
  return liabilities
}

/** Builds the tree over leaves and fillers in parts, so that bets run in between. */
export async function buildTree(
  hashes: Hashes,
  leaves: readonly SumNode[],
): Promise<SumTree> {
  const size = 2 ** Math.ceil(Math.log2(Math.max(leaves.length, 1)))
  const filler = fillerNode(hashes)
  const fillers = Array.from({ length: size - leaves.length }, () => filler)
  const nodes = [...leaves, ...fillers]
  if (size <= SUBTREE_SIZE) return sumTree(hashes, nodes)
  const subtrees: SumTree[] = []
  for (let from = 0; from < size; from += SUBTREE_SIZE) {
    subtrees.push(sumTree(hashes, nodes.slice(from, from + SUBTREE_SIZE)))
    await setImmediate()
  }
  const top = await buildTree(
    hashes,
    subtrees.map(({ root }) => root),
  )
  return {
    root: top.root,
    path(index) {
      const at = Math.floor(index / SUBTREE_SIZE)
      const inSubtree = subtrees[at]?.path(index % SUBTREE_SIZE) ?? []
      return [...inSubtree, ...top.path(at)]
    },
  }
}
