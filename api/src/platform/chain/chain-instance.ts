import { and, eq } from 'drizzle-orm'
import { assert } from '#core/errors.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { Database } from '../db/database.ts'
import { chainInstances } from './chain.table.ts'

/** The number under which all that concerns this chain instance is kept. */
export async function instanceIdOf(
  db: Database,
  deployment: Deployment,
): Promise<number> {
  const { chainId, genesisHash } = deployment
  const registry = deployment.registry.toLowerCase()
  const key = { chainId, genesisHash, registry }
  await db.insert(chainInstances).values(key).onConflictDoNothing()
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
  assert(row !== undefined, 'a chain instance is stored before it is used')
  return row.id
}
