import { and, asc, desc, eq, gte, isNull, lt, ne, or, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import type { AnchorLeaf } from '#core/fairness/anchor-tree.ts'
import { chainInstances } from '../../platform/chain/nodes/chain-instance.table.ts'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { anchorBlocks, anchorLeaves, anchors } from './anchors.table.ts'

export type AnchorRow = typeof anchors.$inferSelect
export type LeafRow = typeof anchorLeaves.$inferSelect
export type KnownLeaf = Pick<LeafRow, 'kind' | 'player' | 'number'>
export type BlockRow = typeof anchorBlocks.$inferSelect

/** An anchor, and how far it has come. */
export type AnchorStanding = AnchorRow &
  Pick<
    typeof outboxTransactions.$inferSelect,
    'blockHash' | 'problem' | 'status'
  > & {
    /** Null until it is final and the block was read. */
    block: BlockRow | null
  }

/** Where anchors go: a contract of a chain instance. */
export type AnchorSite = { instanceId: number; contract: Address }

/** Rows of one INSERT; PostgreSQL takes 65535 values in one. */
const LEAVES_AT_ONCE = 5_000

export class AnchorsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Newest first. @param before an anchor's id. */
  async list(
    { instanceId }: Pick<AnchorSite, 'instanceId'>,
    { before, limit }: { before?: number | undefined; limit: number },
  ): Promise<AnchorStanding[]> {
    return this.#standings(
      and(
        eq(anchors.instanceId, instanceId),
        before === undefined ? undefined : lt(anchors.id, before),
      ),
      limit,
    )
  }

  async last({
    instanceId,
    contract,
  }: AnchorSite): Promise<AnchorStanding | undefined> {
    const isOfSite = and(
      eq(anchors.instanceId, instanceId),
      eq(anchors.contract, contract),
    )
    const [row] = await this.#standings(isOfSite, 1)
    return row
  }

  /** Anchors that are final in a block that was not read yet. */
  unread({ instanceId }: Pick<AnchorSite, 'instanceId'>) {
    return this.#standings(
      and(
        eq(anchors.instanceId, instanceId),
        eq(outboxTransactions.status, 'final'),
        isNull(anchorBlocks.anchorId),
      ),
      10,
    )
  }

  async add(
    tx: Transaction,
    anchor: Omit<AnchorRow, 'id' | 'createdAt'>,
    leaves: readonly Omit<LeafRow, 'anchorId'>[],
  ): Promise<void> {
    const [added] = await tx
      .insert(anchors)
      .values(anchor)
      .returning({ id: anchors.id })
    assert(added !== undefined, 'an insert gives its row')
    for (let from = 0; from < leaves.length; from += LEAVES_AT_ONCE) {
      const portion = leaves.slice(from, from + LEAVES_AT_ONCE)
      const rows = portion.map((leaf) => ({ ...leaf, anchorId: added.id }))
      await tx.insert(anchorLeaves).values(rows)
    }
  }

  async addBlock(tx: Transaction, block: BlockRow): Promise<void> {
    await tx.insert(anchorBlocks).values(block).onConflictDoNothing()
  }

  /** Of epochs of these players: those that are anchored, or on their way. */
  anchoredEpochs(
    site: AnchorSite,
    players: readonly string[],
  ): Promise<KnownLeaf[]> {
    const listed = plainArray(players)
    return this.#leavesOf(site, sql`${anchorLeaves.player} = ANY(${listed})`)
  }

  /** Lists the same for leaves that belong to no player. */
  anchoredHouseLeaves(site: AnchorSite): Promise<KnownLeaf[]> {
    return this.#leavesOf(site, isNull(anchorLeaves.player))
  }

  /**
   * Finds the newest anchor with a number. Numbers of reverted anchors are
   * reused.
   */
  async byNumber(
    { instanceId }: Pick<AnchorSite, 'instanceId'>,
    number: number,
  ): Promise<AnchorRow | undefined> {
    const [row] = await this.#db
      .select()
      .from(anchors)
      .where(
        and(eq(anchors.instanceId, instanceId), eq(anchors.number, number)),
      )
      .orderBy(desc(anchors.id))
      .limit(1)
    return row
  }

  /** Lists leaves of an anchor in tree order, starting at an index. */
  leavesFrom(
    { id }: Pick<AnchorRow, 'id'>,
    { from, limit }: { from: number; limit: number },
  ): Promise<LeafRow[]> {
    return this.#db
      .select()
      .from(anchorLeaves)
      .where(and(eq(anchorLeaves.anchorId, id), gte(anchorLeaves.index, from)))
      .orderBy(asc(anchorLeaves.index))
      .limit(limit)
  }

  /**
   * A leaf's first anchor that is final: on the present chain if there is one,
   * else on a testnet. Those of local chains that are gone prove nothing.
   */
  async proofOf(leaf: AnchorLeaf, instanceId: number | undefined) {
    const isPresent = sql`${anchors.instanceId} IS NOT DISTINCT FROM ${instanceId ?? null}`
    const [row] = await this.#db
      .select({
        anchor: anchors,
        leaf: anchorLeaves,
        block: anchorBlocks,
        chain: chainInstances,
      })
      .from(anchorLeaves)
      .innerJoin(anchors, eq(anchors.id, anchorLeaves.anchorId))
      .innerJoin(chainInstances, eq(chainInstances.id, anchors.instanceId))
      .innerJoin(
        outboxTransactions,
        eq(outboxTransactions.id, anchors.outboxId),
      )
      .innerJoin(anchorBlocks, isBlockOfOutbox)
      .where(
        and(
          isLeaf(leaf),
          eq(outboxTransactions.status, 'final'),
          or(isPresent, ne(chainInstances.chainId, LOCAL_CHAIN)),
        ),
      )
      .orderBy(desc(isPresent), asc(anchors.id))
      .limit(1)
    return row
  }

  async #standings(
    condition: ReturnType<typeof and>,
    limit: number,
  ): Promise<AnchorStanding[]> {
    const rows = await this.#db
      .select({
        anchor: anchors,
        block: anchorBlocks,
        status: outboxTransactions.status,
        problem: outboxTransactions.problem,
        blockHash: outboxTransactions.blockHash,
      })
      .from(anchors)
      .innerJoin(
        outboxTransactions,
        eq(outboxTransactions.id, anchors.outboxId),
      )
      .leftJoin(
        anchorBlocks,
        and(isBlockOfOutbox, eq(outboxTransactions.status, 'final')),
      )
      .where(condition)
      .orderBy(desc(anchors.id))
      .limit(limit)
    return rows.map(({ anchor, ...standing }) => ({ ...anchor, ...standing }))
  }

  #leavesOf(
    { instanceId, contract }: AnchorSite,
    condition: ReturnType<typeof sql>,
  ) {
    const { kind, player, number } = anchorLeaves
    return this.#db
      .select({ kind, player, number })
      .from(anchorLeaves)
      .innerJoin(anchors, eq(anchors.id, anchorLeaves.anchorId))
      .innerJoin(
        outboxTransactions,
        eq(outboxTransactions.id, anchors.outboxId),
      )
      .where(
        and(
          condition,
          eq(anchors.instanceId, instanceId),
          eq(anchors.contract, contract),
          ne(outboxTransactions.status, 'failed'),
        ),
      )
  }
}

const isBlockOfOutbox = and(
  eq(anchorBlocks.anchorId, anchors.id),
  eq(anchorBlocks.blockHash, outboxTransactions.blockHash),
)

function isLeaf(leaf: AnchorLeaf) {
  const { kind, number, hash } = leaf
  return and(
    leaf.kind === 'epoch'
      ? eq(anchorLeaves.player, leaf.player)
      : isNull(anchorLeaves.player),
    eq(anchorLeaves.kind, kind),
    eq(anchorLeaves.number, number),
    eq(anchorLeaves.hash, hash),
  )
}
