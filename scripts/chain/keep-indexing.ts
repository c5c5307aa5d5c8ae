import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { PublicClient } from 'viem'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { WrongChain } from '../../api/src/platform/chain/wrong-chain.ts'
import { connectDeployment } from './connect-deployment.ts'
import { requireDeployment } from './deployment-file.ts'
import { type Generation, publish } from './generation.ts'
import { type IndexerSettings, startPonder } from './ponder-process.ts'
import { claimSyncCache } from './sync-cache.ts'
import { untilLost } from './watch-head.ts'

type Indexing = { settings: IndexerSettings; database: Pool }

// Between two starts: what breaks at once must not spin.
const SPACING_MS = 5000

/**
 * Keeps one indexer running until `signal`: a new generation whenever the old
 * one has ended or is lost. Only the wrong chain is a reason to give up.
 */
export async function keepIndexing(
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  while (!signal.aborted) {
    const nextAtMs = performance.now() + SPACING_MS
    const end = await indexOnce(indexing, signal)
    if (signal.aborted) return
    console.warn(`${end}; indexing anew.`)
    await pause(nextAtMs - performance.now(), signal)
  }
}

/** One generation, from its start to its end, which is given in words. */
async function indexOnce(
  { settings, database }: Indexing,
  signal: AbortSignal,
): Promise<string> {
  const deployment = requireDeployment(settings.deploymentFile)
  const instance = indexerSchema(deployment)
  try {
    const { nodes } = await connectDeployment(deployment, settings.rpcUrl)
    await claimSyncCache(database, { instance, nodes })
    const generation = newGeneration(instance)
    return await runGeneration(
      { settings, database, deployment, nodes, generation },
      signal,
    )
  } catch (error) {
    if (error instanceof WrongChain) throw error
    return `Indexing failed (${String(error)})`
  }
}

type Run = Indexing & {
  deployment: Deployment
  nodes: readonly PublicClient[]
  generation: Generation
}

async function runGeneration(
  { settings, database, deployment, nodes, generation }: Run,
  signal: AbortSignal,
): Promise<string> {
  const over = new AbortController()
  const ponder = startPonder(settings, generation.schema)
  const onLive = async () => {
    await publish(database, generation)
    console.log(
      `Indexing by process ${ponder.pid}, shown in schema ${generation.viewsSchema}.`,
    )
  }
  const { chainId } = deployment
  const watch = { generation, database, nodes, chainId, onLive }
  try {
    return await Promise.race([
      ponder.ended,
      untilLost(watch, over.signal).then((reason) => {
        // Nothing of it is kept: no need to wait for a goodbye.
        ponder.kill()
        return reason
      }),
      untilAborted(signal).then(() => 'Stopped'),
    ])
  } finally {
    over.abort()
    await ponder.stop()
  }
}

function newGeneration(viewsSchema: string): Generation {
  return { viewsSchema, schema: `${viewsSchema}_${Date.now().toString(36)}` }
}

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch(() => undefined)
}
