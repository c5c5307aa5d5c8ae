import { setImmediate } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import {
  fillerNode,
  type SumNode,
  type SumTree,
  sumTree,
} from '#core/audit/liabilities-tree.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { OPEN_STAKES } from '../ledger.store.ts'
import type { PlayerSpan } from './player-logs.ts'

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
export function readLiabilities(
  db: Database,
  last: number,
): Promise<{ liabilities: Liability[]; jackpot: number }> {
  return db.transaction(
    async (tx) => {
      const liabilities = await readPlayers(tx, last)
      const { rows } = await tx.execute<{ sum: string; jackpot: number }>(sql`
        SELECT coalesce(sum(house_balance + jackpot + grant_balance + chain_balance), 0) AS sum,
          coalesce(sum(jackpot), 0)::int8 AS jackpot
        FROM global_stats`)
      const [{ sum = '0', jackpot = 0 } = {}] = rows
      const total = liabilities.reduce(
        (total, { balance }) => total + BigInt(balance),
        BigInt(sum),
      )
      assert(total === 0n, `all accounts sum to zero, not to ${total} coins`)
      return { liabilities, jackpot }
    },
    { isolationLevel: 'repeatable read', accessMode: 'read only' },
  )
}

async function readPlayers(
  tx: Transaction,
  last: number,
): Promise<Liability[]> {
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
