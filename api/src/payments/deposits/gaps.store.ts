import { and, eq, inArray } from 'drizzle-orm'
import type { Address, Hash } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { depositGaps } from './reconciling.table.ts'

export type GapKey = { wallet: Address; cryptoType: AssetSymbol }
export type SeenGap = { amount: bigint; blockNumber: number; blockHash: Hash }

/** What is known of arrivals that no payment explains. */
export class GapsStore {
  readonly #db: Database
  readonly #instanceId: number

  constructor(db: Database, instanceId: number) {
    this.#db = db
    this.#instanceId = instanceId
  }

  /** Those of the wallets that a gap was seen in. */
  async withGaps(wallets: readonly Address[]): Promise<Set<Address>> {
    const { instanceId, wallet } = depositGaps
    const rows = await this.#db
      .selectDistinct({ wallet })
      .from(depositGaps)
      .where(
        and(eq(instanceId, this.#instanceId), inArray(wallet, [...wallets])),
      )
    return new Set(rows.map((row) => row.wallet))
  }

  /** The blocks that gaps of some wallets were seen at. */
  seenAt(wallets: readonly Address[]): Promise<Omit<SeenGap, 'amount'>[]> {
    const { blockHash, blockNumber, instanceId, wallet } = depositGaps
    return this.#db
      .selectDistinct({ blockHash, blockNumber })
      .from(depositGaps)
      .where(
        and(eq(instanceId, this.#instanceId), inArray(wallet, [...wallets])),
      )
  }

  /** What was seen at a block that the chain no longer has was not seen. */
  async forgetSeenAt(blockHash: Hash): Promise<void> {
    const { instanceId } = depositGaps
    const isThere = eq(depositGaps.blockHash, blockHash)
    await this.#db
      .delete(depositGaps)
      .where(and(eq(instanceId, this.#instanceId), isThere))
  }

  async find(tx: Transaction, key: GapKey): Promise<SeenGap | undefined> {
    const [row] = await tx.select().from(depositGaps).where(this.#is(key))
    return row
  }

  async keep(tx: Transaction, key: GapKey, gap: SeenGap): Promise<void> {
    await this.forget(tx, key)
    await tx
      .insert(depositGaps)
      .values({ instanceId: this.#instanceId, ...key, ...gap })
  }

  async forget(tx: Transaction, key: GapKey): Promise<void> {
    await tx.delete(depositGaps).where(this.#is(key))
  }

  #is({ wallet, cryptoType }: GapKey) {
    return and(
      eq(depositGaps.instanceId, this.#instanceId),
      eq(depositGaps.wallet, wallet),
      eq(depositGaps.cryptoType, cryptoType),
    )
  }
}
