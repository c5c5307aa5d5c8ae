import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { assert } from '#core/errors.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import type { DayOfPlay } from '#core/protection/day-of-play.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import { clientSeeds, fairnessEpochs, streamKeys } from './fairness.table.ts'

export type ClientSeedRow = typeof clientSeeds.$inferSelect
export type EpochRow = typeof fairnessEpochs.$inferSelect

/** Where a player's play stands, read at one moment. */
export type StandingRow = {
  userId: string
  balance: number
  nonce: number
  snapshotVersion: number
  day: DayOfPlay
  sealedKey: Uint8Array
  /** The root of the epoch that the next round falls in, once published. */
  epoch: { root: string; publishedAt: Date } | null
  clientSeed: ClientSeedRow
}

export class FairnessStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  async addStreamKey(
    tx: Transaction,
    userId: string,
    sealedKey: Uint8Array,
  ): Promise<void> {
    await tx.insert(streamKeys).values({ userId, sealedKey })
  }

  async addClientSeed(
    tx: Transaction,
    seed: Omit<ClientSeedRow, 'id'>,
  ): Promise<void> {
    await tx.insert(clientSeeds).values(seed)
  }

  /** Publishes a root; the first publication of an epoch counts. */
  async addEpoch(epoch: EpochRow, on: Database | Transaction = this.#db) {
    await on.insert(fairnessEpochs).values(epoch).onConflictDoNothing()
  }

  async findEpoch(
    userId: string,
    epoch: number,
  ): Promise<EpochRow | undefined> {
    const [row] = await this.#db
      .select()
      .from(fairnessEpochs)
      .where(
        and(eq(fairnessEpochs.userId, userId), eq(fairnessEpochs.epoch, epoch)),
      )
    return row
  }

  /** Makes snapshots that were read before stale from the end of `tx` on. */
  async outdateSnapshot(tx: Transaction, userId: string): Promise<void> {
    await tx.execute(
      sql`UPDATE users SET snapshot_version = snapshot_version + 1 WHERE id = ${userId}`,
    )
  }

  async findClientSeed(id: number): Promise<ClientSeedRow> {
    const [row] = await this.#db
      .select()
      .from(clientSeeds)
      .where(eq(clientSeeds.id, id))
    assert(row !== undefined, 'a client seed in use is stored')
    return row
  }

  findClientSeedsOf(userId: string): Promise<ClientSeedRow[]> {
    return this.#db
      .select()
      .from(clientSeeds)
      .where(eq(clientSeeds.userId, userId))
      .orderBy(clientSeeds.epoch, clientSeeds.id)
  }

  async findSealedKey(userId: string): Promise<Uint8Array> {
    const [row] = await this.#db
      .select()
      .from(streamKeys)
      .where(eq(streamKeys.userId, userId))
    assert(row !== undefined, 'every player has a stream key')
    return row.sealedKey
  }

  /**
   * Of those who played on a day or later, what is current or younger than a
   * time.
   */
  async findActiveEpochs(
    { since, day }: { since: Date | undefined; day: number },
    page: {
      after: { player: string; epoch: number } | undefined
      limit: number
    },
  ): Promise<{ player: string; epoch: number; root: string }[]> {
    const { player, epoch } = page.after ?? { player: NO_ID, epoch: 0 }
    const { rows } = await this.#db.execute<{
      player: string
      epoch: number
      root: string
    }>(
      sql`SELECT e.user_id AS player, e.epoch, e.root
          FROM fairness_epochs AS e JOIN users AS u ON u.id = e.user_id
          WHERE u.nonce > 0 AND u.play_day >= ${day}
            AND (e.epoch >= u.nonce / ${EPOCH_SIZE}
              OR e.published_at >= ${since ?? 'infinity'}::timestamptz)
            AND (e.user_id, e.epoch) > (${player}::uuid, ${epoch}::int)
          ORDER BY e.user_id, e.epoch LIMIT ${page.limit}`,
    )
    return rows
  }

  /** Of existing players only. */
  findStandings(userIds: readonly string[]): Promise<StandingRow[]> {
    return findStandings(this.#db, userIds)
  }
}

/** One statement, so that all of it is of one moment. */
async function findStandings(
  db: Database,
  userIds: readonly string[],
): Promise<StandingRow[]> {
  const nextEpoch = sql<number>`(u.nonce / ${sql.raw(String(EPOCH_SIZE))})::int`
  const seed = db
    .select()
    .from(clientSeeds)
    .where(
      and(eq(clientSeeds.userId, sql`u.id`), lte(clientSeeds.epoch, nextEpoch)),
    )
    .orderBy(desc(clientSeeds.epoch), desc(clientSeeds.id))
    .limit(1)
    .as('seed')
  const rows = await db
    .select({
      userId: sql<string>`u.id`,
      balance: sql`u.balance`.mapWith(Number),
      nonce: sql`u.nonce`.mapWith(Number),
      snapshotVersion: sql<number>`u.snapshot_version`,
      day: {
        day: sql<number>`u.play_day`,
        staked: sql`u.staked_today`.mapWith(Number),
        paid: sql`u.paid_today`.mapWith(Number),
      },
      sealedKey: streamKeys.sealedKey,
      root: fairnessEpochs.root,
      publishedAt: fairnessEpochs.publishedAt,
      clientSeed: {
        id: seed.id,
        userId: seed.userId,
        epoch: seed.epoch,
        seed: seed.seed,
        setBy: seed.setBy,
        setAt: seed.setAt,
      },
    })
    .from(sql`users u`)
    .innerJoin(streamKeys, eq(streamKeys.userId, sql`u.id`))
    .innerJoinLateral(seed, sql`true`)
    .leftJoin(
      fairnessEpochs,
      and(
        eq(fairnessEpochs.userId, sql`u.id`),
        eq(fairnessEpochs.epoch, nextEpoch),
      ),
    )
    .where(inArray(sql`u.id`, [...userIds]))
  return rows.map(({ root, publishedAt, ...row }) => ({
    ...row,
    epoch: root && publishedAt ? { root, publishedAt } : null,
  }))
}
