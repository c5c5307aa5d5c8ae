import { and, asc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { newId } from '../../platform/ids.ts'
import { walletKeys, walletRegistrations } from './wallet.table.ts'

export type WalletRow = Omit<typeof walletKeys.$inferSelect, 'id' | 'updatedAt'>
export type NewWallet = Omit<WalletRow, 'createdAt'>

/** A wallet and how far its registration on the current chain has come. */
export type WalletStanding = {
  address: Address
  createdAt: Date
  /** Null when this chain was never asked to register it. */
  requestedAt: Date | null
  status: (typeof outboxTransactions.$inferSelect)['status'] | null
  problem: (typeof outboxTransactions.$inferSelect)['problem']
}

/** A registration that was reverted is tried again after this. */
const RETRY_AFTER_SECONDS = 30

export class WalletStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Keeps a player's first wallet. @returns whether it was the first. */
  async addWallet(tx: Transaction, wallet: NewWallet): Promise<boolean> {
    const [added] = await tx
      .insert(walletKeys)
      .values({ ...wallet, id: newId() })
      .onConflictDoNothing({ target: walletKeys.userId })
      .returning({ createdAt: walletKeys.createdAt })
    if (!added) return false
    await tx.execute(
      sql`UPDATE users SET wallet_address = ${wallet.address},
            wallet_created_at = now() WHERE id = ${wallet.userId}`,
    )
    return true
  }

  async findStanding(
    userId: string,
    instanceId: number,
  ): Promise<WalletStanding | undefined> {
    const [row] = await this.#db
      .select({
        address: walletKeys.address,
        createdAt: walletKeys.createdAt,
        requestedAt: walletRegistrations.requestedAt,
        status: outboxTransactions.status,
        problem: outboxTransactions.problem,
      })
      .from(walletKeys)
      .leftJoin(
        walletRegistrations,
        and(
          eq(walletRegistrations.userId, walletKeys.userId),
          eq(walletRegistrations.instanceId, instanceId),
        ),
      )
      .leftJoin(
        outboxTransactions,
        eq(outboxTransactions.id, walletRegistrations.outboxId),
      )
      .where(eq(walletKeys.userId, userId))
    return row
  }

  async findWallet(address: Address): Promise<NewWallet | undefined> {
    const [row] = await this.#db
      .select()
      .from(walletKeys)
      .where(eq(walletKeys.address, address))
    return row
  }

  /** The wallets that a chain instance knows, or is to know. */
  async addressesOn(instanceId: number): Promise<Address[]> {
    const rows = await this.#db
      .select({ address: walletKeys.address })
      .from(walletRegistrations)
      .innerJoin(walletKeys, eq(walletKeys.userId, walletRegistrations.userId))
      .where(eq(walletRegistrations.instanceId, instanceId))
      .orderBy(asc(walletKeys.createdAt))
    return rows.map(({ address }) => address)
  }

  async addressOf(userId: string): Promise<Address | undefined> {
    const [row] = await this.#db
      .select({ address: walletKeys.address })
      .from(walletKeys)
      .where(eq(walletKeys.userId, userId))
    return row?.address
  }

  /** Whose the wallets are, by address; strangers' are left out. */
  async ownersOf(addresses: readonly Address[]): Promise<Map<string, string>> {
    const listed = plainArray(addresses)
    const rows = await this.#db
      .select({ address: walletKeys.address, userId: walletKeys.userId })
      .from(walletKeys)
      .where(sql`${walletKeys.address} = ANY(${listed})`)
    return new Map(rows.map(({ address, userId }) => [address, userId]))
  }

  /** Those that a chain instance is to know, a page by the player's id. */
  ownersAfter(
    instanceId: number,
    after: string,
    limit: number,
  ): Promise<{ userId: string; wallet: Address }[]> {
    const { userId } = walletRegistrations
    return this.#db
      .select({ userId, wallet: walletKeys.address })
      .from(walletRegistrations)
      .innerJoin(walletKeys, eq(walletKeys.userId, userId))
      .where(
        and(eq(walletRegistrations.instanceId, instanceId), gt(userId, after)),
      )
      .orderBy(userId)
      .limit(limit)
  }

  async requestRegistration(
    tx: Transaction,
    instanceId: number,
    userId: string,
  ): Promise<void> {
    await tx
      .insert(walletRegistrations)
      .values({ instanceId, userId })
      .onConflictDoNothing()
  }

  /** Wallets made on another chain, or while there was none, are to be known here. */
  async requestAll(tx: Transaction, instanceId: number): Promise<void> {
    await tx.execute(
      sql`INSERT INTO wallet_registrations (instance_id, user_id)
          SELECT ${instanceId}, user_id FROM wallet_keys
          ON CONFLICT DO NOTHING`,
    )
  }

  /** Whether a batch is on its way: the next one collects meanwhile. */
  async isRegistering(instanceId: number): Promise<boolean> {
    const [row] = await this.#db
      .select({ id: outboxTransactions.id })
      .from(outboxTransactions)
      .where(
        and(
          eq(outboxTransactions.instanceId, instanceId),
          eq(outboxTransactions.purpose, 'register_wallets'),
          inArray(outboxTransactions.status, ['queued', 'sent']),
        ),
      )
      .limit(1)
    return row !== undefined
  }

  /** The longest waiting wallets that no transaction registers. */
  waiting(
    tx: Transaction,
    { instanceId, limit }: { instanceId: number; limit: number },
  ): Promise<{ userId: string; address: Address }[]> {
    const isOld = sql`${outboxTransactions.changedAt} < now() - make_interval(secs => ${RETRY_AFTER_SECONDS})`
    return tx
      .select({
        userId: walletRegistrations.userId,
        address: walletKeys.address,
      })
      .from(walletRegistrations)
      .innerJoin(walletKeys, eq(walletKeys.userId, walletRegistrations.userId))
      .leftJoin(
        outboxTransactions,
        eq(outboxTransactions.id, walletRegistrations.outboxId),
      )
      .where(
        and(
          eq(walletRegistrations.instanceId, instanceId),
          or(
            isNull(walletRegistrations.outboxId),
            and(eq(outboxTransactions.status, 'failed'), isOld),
          ),
        ),
      )
      .orderBy(asc(walletRegistrations.requestedAt))
      .limit(limit)
  }

  /** Wallets that have waited longer than they should. */
  async countOverdue(instanceId: number, afterMs: number): Promise<number> {
    const { rows } = await this.#db.execute<{ overdue: string }>(
      sql`SELECT count(*) AS overdue FROM wallet_registrations AS waiting
          LEFT JOIN outbox_transactions AS sent ON sent.id = waiting.outbox_id
          WHERE waiting.instance_id = ${instanceId}
            AND sent.status IS DISTINCT FROM 'final'
            AND requested_at < now() - make_interval(secs => ${afterMs / 1_000})`,
    )
    return Number(rows[0]?.overdue)
  }

  /** Says which transaction registers the wallets. */
  async assign(
    tx: Transaction,
    {
      instanceId,
      userIds,
      outboxId,
    }: {
      instanceId: number
      userIds: readonly string[]
      outboxId: number
    },
  ): Promise<void> {
    await tx
      .update(walletRegistrations)
      .set({ outboxId })
      .where(
        and(
          eq(walletRegistrations.instanceId, instanceId),
          inArray(walletRegistrations.userId, [...userIds]),
        ),
      )
  }

  /** Whose wallets the transactions register. */
  async registeredBy(outboxIds: readonly number[]): Promise<string[]> {
    if (outboxIds.length === 0) return []
    const rows = await this.#db
      .select({ userId: walletRegistrations.userId })
      .from(walletRegistrations)
      .where(inArray(walletRegistrations.outboxId, [...outboxIds]))
    return rows.map(({ userId }) => userId)
  }
}
