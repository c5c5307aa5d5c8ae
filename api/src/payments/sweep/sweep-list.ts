import { and, count, desc, eq, lt, sql } from 'drizzle-orm'
import type { Database } from '../../platform/db/database.ts'
import type { SweepRow } from './sweep.store.ts'
import { sweepMoves, sweeps } from './sweep.table.ts'

/** @property id that of the only one that is wanted. */
export type SweepPage = {
  id?: number
  before?: number | undefined
  limit: number
}
export type ListedSweep = SweepRow & { moves: number; movesDone: number }

/** Newest first. */
export function listSweeps(
  db: Database,
  instanceId: number,
  { id, before, limit }: SweepPage,
): Promise<ListedSweep[]> {
  const isDone = sql`${sweepMoves.status} IN ('final', 'skipped', 'lost')`
  return db
    .select({
      id: sweeps.id,
      instanceId: sweeps.instanceId,
      treasury: sweeps.treasury,
      requestedBy: sweeps.requestedBy,
      requestedAt: sweeps.requestedAt,
      doneAt: sweeps.doneAt,
      moves: count(sweepMoves.id),
      movesDone:
        sql<number>`count(${sweepMoves.id}) FILTER (WHERE ${isDone})`.mapWith(
          Number,
        ),
    })
    .from(sweeps)
    .leftJoin(sweepMoves, eq(sweepMoves.sweepId, sweeps.id))
    .where(
      and(
        eq(sweeps.instanceId, instanceId),
        id === undefined ? undefined : eq(sweeps.id, id),
        before === undefined ? undefined : lt(sweeps.id, before),
      ),
    )
    .groupBy(sweeps.id)
    .orderBy(desc(sweeps.id))
    .limit(limit)
}
