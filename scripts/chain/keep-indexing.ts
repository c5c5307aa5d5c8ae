import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { indexerSchema, LOCAL_CHAIN, nodeUrls } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  type Chain,
  openChain,
} from '../../api/src/platform/chain/nodes/chain.ts'
import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import { WrongChain } from '../../api/src/platform/chain/nodes/wrong-chain.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { requireDeployment } from './deployment-file.ts'
import { type Generation, publish } from './generation.ts'
import { type NodeProxy, startNodeProxy } from './node-proxy.ts'
import { type IndexerSettings, startPonder } from './ponder-process.ts'
import { claimSyncCache, trimSyncCache } from './sync-cache.ts'
import { untilLost } from './watch-head.ts'

type Indexing = { settings: IndexerSettings; database: Pool }
type Attempt = Indexing & { patience: number }

/** How a generation ended, in words, and whether it never kept up with the chain. */
type End = { reason: string; isStuck: boolean }

const NO_CONTRACTS: End = {
  reason: 'The chain was started anew, and its contracts are not deployed yet',
  isStuck: false,
}

// Between two starts: what breaks at once must not spin.
const SPACING_MS = 5_000
/** The longest pause after generations that never kept up. */
const PAUSE_MAX_MS = 60_000
const PATIENCE_MAX = 8
/**
 * Blocks before the start that are read for payments of the coin itself, each
 * with a request of its own: 7.5 minutes of the testnet.
 */
const SCAN_BLOCKS = 1_000
const TRIM_EVERY_MS = 60 * 60_000

/** Blocks per eth_getLogs where every node refuses it: no request is sent. */
const LOG_BLOCKS_MOST = 100_000
const LOGS_REFUSED =
  'No node of RPC_URL serves eth_getLogs: what happened while the indexer was down is left to the reconciler, and new blocks are read by their receipts.'

const log = makeLogger('warn')

/**
 * Keeps one indexer running until `signal`: a new generation whenever the old
 * one has ended or is lost, later and later and with more and more patience
 * while none keeps up. Only the wrong chain is a reason to give up, unless it
 * took the place of a local one that was right: then its contracts are waited
 * for.
 */
export async function keepIndexing(
  indexing: Indexing,
  signal: AbortSignal,
): Promise<void> {
  const { deploymentFile } = indexing.settings
  let isRenewable = false
  let stuck = 0
  while (!signal.aborted) {
    const startedAtMs = performance.now()
    const attempt = { ...indexing, patience: patienceAfter(stuck) }
    const { reason, isStuck } = await indexOnce(attempt, signal).catch(
      (error: unknown) => {
        if (isRenewable && error instanceof WrongChain) return NO_CONTRACTS
        throw error
      },
    )
    if (signal.aborted) return
    isRenewable = requireDeployment(deploymentFile).chainId === LOCAL_CHAIN
    stuck = isStuck ? stuck + 1 : 0
    const spacingMs = startedAtMs + SPACING_MS - performance.now()
    const pauseMs = isStuck ? pauseAfter(stuck) : Math.max(spacingMs, 0)
    const seconds = Math.ceil(pauseMs / 1000)
    console.warn(`${reason}; indexing again in ${seconds} s.`)
    await pause(pauseMs, signal)
  }
}

/** @param stuck how many generations in a row never kept up. */
export function pauseAfter(stuck: number): number {
  return Math.min(SPACING_MS * 2 ** (stuck - 1), PAUSE_MAX_MS)
}

/**
 * By how many times longer than usual the next one may look lost: what is too
 * slow for the usual time would start again for ever.
 */
export function patienceAfter(stuck: number): number {
  return Math.min(2 ** stuck, PATIENCE_MAX)
}

/** One generation, from its start to its end. */
async function indexOnce(
  { settings, database, patience }: Attempt,
  signal: AbortSignal,
): Promise<End> {
  const deployment = requireDeployment(settings.deploymentFile)
  const instance = indexerSchema(deployment)
  const rpcUrls = nodeUrls(settings.rpcUrl)
  try {
    const chain = await openChain({ rpcUrls, deployment }, { log })
    await claimSyncCache(database, { instance, chain })
    const generation = newGeneration(instance)
    const proxy = await startNodeProxy(chain)
    const run = { settings, database, patience, chain, generation, proxy }
    try {
      return await runGeneration(run, signal)
    } finally {
      proxy.close()
    }
  } catch (error) {
    if (error instanceof WrongChain) throw error
    return {
      reason: `Indexing failed (${String(rpcFailure(error))})`,
      isStuck: false,
    }
  }
}

type Run = Attempt & { chain: Chain; generation: Generation; proxy: NodeProxy }

async function runGeneration(
  { settings, database, patience, chain, generation, proxy }: Run,
  signal: AbortSignal,
): Promise<End> {
  const over = new AbortController()
  const limits = await limitsOf(chain.deployment, proxy)
  const ponder = startPonder(
    { ...settings, ...limits, rpcUrl: proxy.url },
    generation.schema,
  )
  let hasKeptUp = false
  const onUpToDate = () => {
    hasKeptUp = true
  }
  let trimming: NodeJS.Timeout | undefined
  const onLive = async () => {
    await publish(database, generation)
    const trim = () => void trimSyncCache(database).catch(() => undefined)
    trimming = setInterval(trim, TRIM_EVERY_MS)
    console.log(
      `Indexing by process ${ponder.pid}, shown in schema ${generation.viewsSchema}.`,
    )
  }
  const watch = {
    generation,
    database,
    chain,
    proxy,
    patience,
    onLive,
    onUpToDate,
  }
  try {
    const reason = await Promise.race([
      ponder.ended,
      untilLost(watch, over.signal).then((reason) => {
        // Nothing of it is kept: no need to wait for a goodbye.
        ponder.kill()
        return reason
      }),
      untilAborted(signal).then(() => 'Stopped'),
    ])
    return { reason, isStuck: !hasKeptUp }
  } finally {
    over.abort()
    clearInterval(trimming)
    await ponder.stop()
  }
}

/** Decides how far back each block is read, and how many blocks of logs at once. */
async function limitsOf(
  { chainId, startBlock, registry, tokens }: Deployment,
  { chain, logs, eventually }: NodeProxy,
) {
  const head = await eventually(async () => chain.head)
  const since = Math.max(startBlock, head.number - SCAN_BLOCKS)
  await eventually(() =>
    logs.between({
      first: since,
      last: head.number,
      filter: { address: [registry, ...Object.values(tokens)] },
    }),
  )
  const { blocksAtOnce } = logs
  if (blocksAtOnce === 0) console.warn(LOGS_REFUSED)
  return {
    scanFromBlock: chainId === LOCAL_CHAIN ? startBlock : since,
    logBlocks: blocksAtOnce || LOG_BLOCKS_MOST,
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
