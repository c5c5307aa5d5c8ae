import { and, desc, eq, inArray, lte, sql } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import { EPOCH_SIZE } from '#core/fairness/epoch.ts'
import { dayNumber } from '#core/protection/day-of-play.ts'
import type { ActiveEpoch, ActiveSince } from '../../ledger/anchors/anchorer.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { NO_ID } from '../../platform/ids.ts'
import {
  clientSeeds,
  fairnessEpochs,
  seedLineages,
  streamKeys,
} from './fairness.table.ts'

export type LineageRow = typeof seedLineages.$inferSelect
export type ClientSeedRow = typeof clientSeeds.$inferSelect
export type EpochRow = typeof fairnessEpochs.$inferSelect

export type PlayStateRow = Awaited<
  ReturnType<ReturnType<typeof createFairnessStore>['findPlayStates']>
>[number]

const EPOCHS_A_PAGE = 5_000

export function createFairnessStore(db: Database) {
  return {
    /** Finds the lineage that begins at an epoch; by default the current one. */
    async findLineage(firstEpoch?: number) {
      const [row] = await db
        .select()
        .from(seedLineages)
        .where(
          firstEpoch === undefined
            ? undefined
            : eq(seedLineages.firstEpoch, firstEpoch),
        )
        .orderBy(desc(seedLineages.firstEpoch))
        .limit(1)
      assert(row !== undefined, 'a lineage begins with the database')
      return row
    },

    /** Publishes a root; the first publication of an epoch counts. */
    async addEpoch(epoch: EpochRow, on = db) {
      await on.insert(fairnessEpochs).values(epoch).onConflictDoNothing()
    },

    async findEpoch(userId: string, epoch: number) {
      const [row] = await db
        .select()
        .from(fairnessEpochs)
        .where(
          and(
            eq(fairnessEpochs.userId, userId),
            eq(fairnessEpochs.epoch, epoch),
          ),
        )
      return row
    },

    /** Makes snapshots stale that were read before the end of `tx`. */
    async outdateSnapshot(tx: Transaction, userId: string) {
      await tx.execute(
        sql`UPDATE users SET snapshot_version = snapshot_version + 1 WHERE id = ${userId}`,
      )
    },

    async findClientSeed(id: number) {
      const [row] = await db
        .select()
        .from(clientSeeds)
        .where(eq(clientSeeds.id, id))
      assert(row !== undefined, 'a client seed in use is stored')
      return row
    },

    findClientSeeds(userId: string): Promise<ClientSeedRow[]> {
      return db
        .select()
        .from(clientSeeds)
        .where(eq(clientSeeds.userId, userId))
        .orderBy(clientSeeds.epoch, clientSeeds.id)
    },

    /** Finds the key that an epoch's seeds derive from. */
    async findStreamKey(userId: string, epoch: number) {
      const [row] = await db
        .select()
        .from(streamKeys)
        .where(
          and(eq(streamKeys.userId, userId), lte(streamKeys.fromEpoch, epoch)),
        )
        .orderBy(desc(streamKeys.fromEpoch))
        .limit(1)
      assert(row !== undefined, 'every player has a stream key')
      return row
    },

    /**
     * Lists published epochs that are current, or were published since a time,
     * of players active since then. Pages by player and epoch, until one is
     * empty.
     */
    async findActiveEpochs({
      since,
      after,
    }: ActiveSince): Promise<ActiveEpoch[]> {
      const day = since ? dayNumber(since.getTime()) : 0
      const { player, epoch } = after ?? { player: NO_ID, epoch: 0 }
      const { rows } = await db.execute<ActiveEpoch>(
        sql`SELECT e.user_id AS player, e.epoch, e.root
            FROM fairness_epochs AS e JOIN users AS u ON u.id = e.user_id
            WHERE u.nonce > 0 AND u.play_day >= ${day}
              AND (e.epoch >= u.nonce / ${EPOCH_SIZE}
                OR e.published_at >= ${since ?? 'infinity'}::timestamptz)
              AND (e.user_id, e.epoch) > (${player}::uuid, ${epoch}::int)
            ORDER BY e.user_id, e.epoch LIMIT ${EPOCHS_A_PAGE}`,
      )
      return rows
    },

    /**
     * Reads states in one statement, so consistently; leaves out unknown ones.
     */
    async findPlayStates(userIds: readonly string[]) {
      const nextEpoch = sql<number>`(u.nonce / ${sql.raw(String(EPOCH_SIZE))})::int`
      const seed = db
        .select()
        .from(clientSeeds)
        .where(
          and(
            eq(clientSeeds.userId, sql`u.id`),
            lte(clientSeeds.epoch, nextEpoch),
          ),
        )
        .orderBy(desc(clientSeeds.epoch), desc(clientSeeds.id))
        .limit(1)
        .as('seed')
      const key = db
        .select()
        .from(streamKeys)
        .where(
          and(
            eq(streamKeys.userId, sql`u.id`),
            lte(streamKeys.fromEpoch, nextEpoch),
          ),
        )
        .orderBy(desc(streamKeys.fromEpoch))
        .limit(1)
        .as('key')
      return db
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
          key: {
            userId: key.userId,
            fromEpoch: key.fromEpoch,
            sealedKey: key.sealedKey,
          },
          /** Root of the next round's epoch; null before it is published. */
          root: fairnessEpochs.root,
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
        .innerJoinLateral(key, sql`true`)
        .innerJoinLateral(seed, sql`true`)
        .leftJoin(
          fairnessEpochs,
          and(
            eq(fairnessEpochs.userId, sql`u.id`),
            eq(fairnessEpochs.epoch, nextEpoch),
          ),
        )
        .where(inArray(sql`u.id`, [...userIds]))
    },
  }
}
