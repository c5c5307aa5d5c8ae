import { and, eq, inArray } from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { Database, Transaction } from '../../../platform/db/database.ts'
import { depositGaps, tokenLogCursors } from '../reconciling.table.ts'

type GapKey = { wallet: Address; cryptoType: AssetSymbol }
/** Surplus of a wallet at the block where it was first seen. */
export type Gap = { amountWei: bigint; blockNumber: number; blockHash: Hash }

export type GapsStore = ReturnType<typeof openGapsStore>

/** Opens the surpluses of wallets that no deposit explains yet. */
export function openGapsStore(db: Database, instanceId: number) {
  /** Returns those of the wallets that have a gap. */
  async function walletsWith(
    wallets: readonly Address[],
  ): Promise<Set<Address>> {
    const { wallet } = depositGaps
    const rows = await db
      .selectDistinct({ wallet })
      .from(depositGaps)
      .where(
        and(
          eq(depositGaps.instanceId, instanceId),
          inArray(wallet, [...wallets]),
        ),
      )
    return new Set(rows.map((row) => row.wallet))
  }

  /** Lists the blocks at which gaps of the wallets were seen. */
  function blocksOf(
    wallets: readonly Address[],
  ): Promise<Omit<Gap, 'amountWei'>[]> {
    const { blockHash, blockNumber, wallet } = depositGaps
    return db
      .selectDistinct({ blockHash, blockNumber })
      .from(depositGaps)
      .where(
        and(
          eq(depositGaps.instanceId, instanceId),
          inArray(wallet, [...wallets]),
        ),
      )
  }

  /** Removes gaps that were seen at a reorged block. */
  async function removeAt(blockHash: Hash): Promise<void> {
    const isInBlock = eq(depositGaps.blockHash, blockHash)
    await db
      .delete(depositGaps)
      .where(and(eq(depositGaps.instanceId, instanceId), isInBlock))
  }

  async function find(tx: Transaction, key: GapKey): Promise<Gap | undefined> {
    const [row] = await tx.select().from(depositGaps).where(isAccount(key))
    return row
  }

  async function set(tx: Transaction, key: GapKey, gap: Gap): Promise<void> {
    await remove(tx, key)
    await tx.insert(depositGaps).values({ instanceId, ...key, ...gap })
  }

  async function remove(tx: Transaction, key: GapKey): Promise<void> {
    await tx.delete(depositGaps).where(isAccount(key))
  }

  function isAccount({ wallet, cryptoType }: GapKey) {
    return and(
      eq(depositGaps.instanceId, instanceId),
      eq(depositGaps.wallet, wallet),
      eq(depositGaps.cryptoType, cryptoType),
    )
  }

  return { walletsWith, blocksOf, removeAt, find, set, remove }
}

/** Last block read. The hash is null for blocks read before it was stored. */
type Cursor = { blockNumber: number; blockHash: Hash | null }

export type TokenLogStore = ReturnType<typeof openTokenLogStore>

/** Opens the progress of the token log. */
export function openTokenLogStore(db: Database, instanceId: number) {
  async function last(): Promise<Cursor | undefined> {
    const [row] = await db
      .select()
      .from(tokenLogCursors)
      .where(eq(tokenLogCursors.instanceId, instanceId))
    return row
  }

  async function readThrough(tx: Transaction, block: Cursor): Promise<void> {
    await tx
      .insert(tokenLogCursors)
      .values({ instanceId, ...block })
      .onConflictDoUpdate({ target: tokenLogCursors.instanceId, set: block })
  }

  return { last, readThrough }
}
