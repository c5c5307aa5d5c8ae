import { and, eq, inArray, sql } from 'drizzle-orm'
import type { Address } from 'viem'
import { outboxTransactions } from '../../platform/chain/outbox/outbox.table.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { plainArray } from '../../platform/db/sql-values.ts'
import { NO_ID, newId } from '../../platform/ids.ts'
import { walletKeys, walletRegistrations } from './wallet.table.ts'

export type NewWallet = Omit<
  typeof walletKeys.$inferSelect,
  'id' | 'createdAt' | 'updatedAt'
>

export type Owner = { userId: string; wallet: Address }

/** Delay before a reverted registration is retried. */
const RETRY_AFTER_SECONDS = 30
const WALLETS_PER_PAGE = 100

const OF_OWNER = eq(walletKeys.userId, walletRegistrations.userId)
const OF_REGISTRATION = eq(outboxTransactions.id, walletRegistrations.outboxId)

export type WalletStore = ReturnType<typeof createWalletStore>
export type WalletRegistration = NonNullable<
  Awaited<ReturnType<WalletStore['findRegistration']>>
>

export function createWalletStore(db: Database) {
  return {
    async addWallet(
      tx: Transaction,
      instanceId: number,
      wallet: NewWallet,
    ): Promise<void> {
      const { address, userId } = wallet
      const { rowCount } = await tx
        .insert(walletKeys)
        .values({ ...wallet, id: newId() })
        .onConflictDoNothing({ target: walletKeys.userId })
      if (rowCount === 0) return
      await tx.execute(
        sql`UPDATE users SET wallet_address = ${address},
              wallet_created_at = now() WHERE id = ${userId}`,
      )
      await tx.insert(walletRegistrations).values({ instanceId, userId })
    },

    /** Returns a wallet, with nulls if it isn't registered on this chain yet. */
    async findRegistration(userId: string, instanceId: number) {
      const [row] = await db
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
          and(OF_OWNER, eq(walletRegistrations.instanceId, instanceId)),
        )
        .leftJoin(outboxTransactions, OF_REGISTRATION)
        .where(eq(walletKeys.userId, userId))
      return row
    },

    async findWallet(address: Address): Promise<NewWallet | undefined> {
      const [row] = await db
        .select()
        .from(walletKeys)
        .where(eq(walletKeys.address, address))
      return row
    },

    async findAddress(userId: string): Promise<Address | undefined> {
      const [row] = await db
        .select({ address: walletKeys.address })
        .from(walletKeys)
        .where(eq(walletKeys.userId, userId))
      return row?.address
    },

    async findOwners(
      addresses: readonly Address[],
    ): Promise<Map<string, string>> {
      const rows = await db
        .select({ address: walletKeys.address, userId: walletKeys.userId })
        .from(walletKeys)
        .where(sql`${walletKeys.address} = ANY(${plainArray(addresses)})`)
      return new Map(rows.map(({ address, userId }) => [address, userId]))
    },

    /** Lists all wallets of a chain instance, in pages. */
    async *readOwnerPages(instanceId: number): AsyncGenerator<Owner[]> {
      let after = NO_ID
      for (;;) {
        const { rows } = await db.execute<Owner>(
          sql`SELECT user_id AS "userId", address AS wallet
              FROM wallet_registrations JOIN wallet_keys USING (user_id)
              WHERE instance_id = ${instanceId} AND user_id > ${after}
              ORDER BY user_id LIMIT ${WALLETS_PER_PAGE}`,
        )
        const last = rows.at(-1)
        if (!last) return
        yield rows
        after = last.userId
      }
    },

    requestAll: (tx: Transaction, instanceId: number) =>
      tx.execute(
        sql`INSERT INTO wallet_registrations (instance_id, user_id)
            SELECT ${instanceId}, user_id FROM wallet_keys
            ON CONFLICT DO NOTHING`,
      ),

    /** Lists wallets that no transaction registers, longest waiting first. */
    async listWaiting(
      tx: Transaction,
      { instanceId, limit }: { instanceId: number; limit: number },
    ): Promise<Owner[]> {
      const { rows } = await tx.execute<Owner>(
        sql`SELECT user_id AS "userId", address AS wallet
            FROM wallet_registrations AS waiting JOIN wallet_keys USING (user_id)
            LEFT JOIN outbox_transactions AS sent ON sent.id = outbox_id
            WHERE waiting.instance_id = ${instanceId} AND (
              outbox_id IS NULL OR sent.status = 'failed' AND sent.changed_at
                < now() - make_interval(secs => ${RETRY_AFTER_SECONDS}))
            ORDER BY requested_at LIMIT ${limit}`,
      )
      return rows
    },

    /** Counts wallets that have waited for longer than `afterMs`. */
    async countOverdue(instanceId: number, afterMs: number): Promise<number> {
      const { rows } = await db.execute<{ overdue: string }>(
        sql`SELECT count(*) AS overdue FROM wallet_registrations AS waiting
            LEFT JOIN outbox_transactions AS sent ON sent.id = waiting.outbox_id
            WHERE waiting.instance_id = ${instanceId}
              AND sent.status IS DISTINCT FROM 'final'
              AND requested_at < now() - make_interval(secs => ${afterMs / 1_000})`,
      )
      return Number(rows[0]?.overdue)
    },

    assign: (
      tx: Transaction,
      to: { instanceId: number; userIds: string[]; outboxId: number },
    ) =>
      tx.execute(
        sql`UPDATE wallet_registrations SET outbox_id = ${to.outboxId}
            WHERE instance_id = ${to.instanceId} AND user_id IN ${to.userIds}`,
      ),

    listRegisteredBy: (outboxIds: readonly number[]) =>
      db
        .select({
          userId: walletRegistrations.userId,
          status: outboxTransactions.status,
        })
        .from(walletRegistrations)
        .innerJoin(outboxTransactions, OF_REGISTRATION)
        .where(inArray(walletRegistrations.outboxId, [...outboxIds])),
  }
}
