import { setImmediate } from 'node:timers/promises'
import { and, asc, desc, eq, gt, lte, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import {
  fillerNode,
  nodeHex,
  nodeOfHex,
  type SumNode,
  sumTree,
} from '#core/audit/liabilities-tree.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { inChunks } from '../../platform/batches.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'
import { auditSubtrees } from './audit.table.ts'

type Subtree = Omit<typeof auditSubtrees.$inferSelect, 'number'>

/** Nodes of a subtree, as a power of two. Larger ones would delay bets. */
const SUBTREE_BITS = 9
const SUBTREE_SIZE = 2 ** SUBTREE_BITS
/** Hex digits of a hash by which leaves are sorted roughly. */
const BUCKET_DIGITS = 3
const BUCKETS = 16 ** BUCKET_DIGITS
const BUCKETS_AT_ONCE = 32
const HASH_BYTES = 32
const NODE_BYTES = 40
/** Subtrees of one INSERT, of 20 kB each. */
const SUBTREES_AT_ONCE = 32

export type DayTree = ReturnType<typeof createDayTree>

/** Collects the leaves of a day, then builds their tree in parts, so that bets run in between. */
export function createDayTree(hashes: Hashes) {
  const buckets = Array.from({ length: BUCKETS }, (): string[] => [])

  /** Sorts by hash. Hashes are random, which hides the players' order. */
  async function sortLeaves(filler: string): Promise<string[]> {
    for (const some of inChunks(buckets, BUCKETS_AT_ONCE)) {
      for (const bucket of some) bucket.sort()
      await setImmediate()
    }
    const leaves = buckets.flat()
    return leaves.length > 0 ? leaves : [filler]
  }

  return {
    add(leaf: SumNode): void {
      const digits = leaf.hash.slice(0, BUCKET_DIGITS)
      buckets[Number.parseInt(digits, 16)]?.push(pack(leaf))
    },

    /**
     * Builds all subtrees, the lowest first, some at a time. The last root is
     * the tree's.
     */
    async *build(): AsyncGenerator<{ subtrees: Subtree[]; root: SumNode }> {
      let filler = pack(fillerNode(hashes))
      let level = await sortLeaves(filler)
      for (let height = 0; ; height += 1) {
        const size = Math.min(SUBTREE_SIZE, powerOfTwoFrom(level.length))
        const roots: string[] = []
        for (const some of inChunks(level, size * SUBTREES_AT_ONCE)) {
          const subtrees: Subtree[] = []
          let root = fillerNode(hashes)
          for (const chunk of inChunks(some, size)) {
            const fillers = filler.repeat(size - chunk.length)
            const nodes = Buffer.from(chunk.join('') + fillers, 'latin1')
            const first = nodes.subarray(0, HASH_BYTES)
            subtrees.push({ height, index: roots.length, first, nodes })
            root = toTree(hashes, nodes).root
            roots.push(pack(root))
            await setImmediate()
          }
          yield { subtrees, root }
        }
        if (roots.length === 1) return
        const fillers = Buffer.from(filler.repeat(size), 'latin1')
        filler = pack(toTree(hashes, fillers).root)
        level = roots
      }
    },
  }
}

/** Adds subtrees of a day that is published later. An interrupted closing may have done so. */
export async function addSubtrees(
  tx: Transaction,
  number: number,
  subtrees: readonly Subtree[],
): Promise<void> {
  const rows = subtrees.map((subtree) => ({ number, ...subtree }))
  await tx.insert(auditSubtrees).values(rows).onConflictDoNothing()
}

/** Reads a leaf's path to the root of a closed day. */
export async function readPath(
  db: Database,
  number: number,
  leaf: SumNode,
): Promise<{ index: number; path: SumNode[] }> {
  const { first, height, index } = auditSubtrees
  const isOfDay = eq(auditSubtrees.number, number)
  const [bottom] = await db
    .select()
    .from(auditSubtrees)
    .where(
      and(isOfDay, eq(height, 0), lte(first, Buffer.from(leaf.hash, 'hex'))),
    )
    .orderBy(desc(index))
    .limit(1)
  assert(bottom !== undefined, 'a leaf is in a subtree')
  const above = await db
    .select()
    .from(auditSubtrees)
    .where(
      and(
        isOfDay,
        gt(height, 0),
        eq(index, sql`${bottom.index}::int >> (${height} * ${SUBTREE_BITS})`),
      ),
    )
    .orderBy(asc(height))
  const inBottom = toNodes(bottom.nodes).findIndex(
    ({ hash }) => hash === leaf.hash,
  )
  assert(inBottom >= 0, 'a leaf is in its subtree')
  const place = bottom.index * SUBTREE_SIZE + inBottom
  const path = [bottom, ...above].flatMap(({ height, nodes }) =>
    toTree(nativeHashes, nodes).path(
      (place >> (height * SUBTREE_BITS)) % SUBTREE_SIZE,
    ),
  )
  return { index: place, path }
}

function powerOfTwoFrom(count: number): number {
  return 2 ** Math.ceil(Math.log2(count))
}

function toTree(hashes: Hashes, nodes: Uint8Array) {
  return sumTree(hashes, toNodes(nodes))
}

function toNodes(bytes: Uint8Array): SumNode[] {
  const hex = Buffer.from(bytes).toString('hex')
  return Array.from({ length: bytes.length / NODE_BYTES }, (_, index) =>
    nodeOfHex(hex.slice(index * 2 * NODE_BYTES, (index + 1) * 2 * NODE_BYTES)),
  )
}

/** Encodes a node as a character per byte: small, and sorts like its hash. */
function pack(node: SumNode): string {
  return Buffer.from(nodeHex(node), 'hex').toString('latin1')
}
