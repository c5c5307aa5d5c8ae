import { and, eq } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { Database } from '../../db/database.ts'
import { chainInstances } from './chain-instance.table.ts'

/** Returns the id of a chain instance, and stores a new one. */
export async function readInstanceId(
  db: Database,
  deployment: Deployment,
): Promise<number> {
  const key = toKey(deployment)
  await db.insert(chainInstances).values(key).onConflictDoNothing()
  const id = await knownInstanceId(db, deployment)
  assert(id !== undefined, 'a chain instance is stored before it is used')
  return id
}

/** Returns undefined for a chain instance that was never used. */
export async function knownInstanceId(
  db: Database,
  deployment: Deployment,
): Promise<number | undefined> {
  const { chainId, genesisHash, registry } = toKey(deployment)
  const [row] = await db
    .select({ id: chainInstances.id })
    .from(chainInstances)
    .where(
      and(
        eq(chainInstances.chainId, chainId),
        eq(chainInstances.genesisHash, genesisHash),
        eq(chainInstances.registry, registry),
      ),
    )
  return row?.id
}

function toKey({ chainId, genesisHash, registry }: Deployment) {
  return { chainId, genesisHash, registry: registry.toLowerCase() }
}
