import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { indexerSchema, LOCAL_CHAIN, nodeUrls } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  type Chain,
  openChain,
} from '../../api/src/platform/chain/nodes/chain.ts'
import { WrongChain } from '../../api/src/platform/chain/nodes/chain-node.ts'
import { rpcFailure } from '../../api/src/platform/chain/nodes/rpc-failure.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { requireDeployment } from './deployment-file.ts'
import { type Generation, publish } from './generation.ts'
import { type NodeProxy, startNodeProxy } from './node-proxy.ts'
import { type IndexerSettings, startPonder } from './ponder-process.ts'
import { claimSyncCache, trimSyncCache } from './sync-cache.ts'
import { untilLost } from './watch-head.ts'

type Indexing = { settings: IndexerSettings; database: Pool }

/** The reason why a generation ended, and whether it ever kept up. */
type End = { reason: string; isStuck: boolean }

const NO_CONTRACTS: End = {
  reason: 'The chain was restarted, and its contracts are not deployed yet',
  isStuck: false,
}

// Pause between starts, so that an immediate failure does not spin.
const SPACING_MS = 5_000
/** Longest pause after generations that never kept up. */
const PAUSE_MAX_MS = 60_000
const TIMEOUT_FACTOR_MAX = 8
/**
 * Blocks before the start that are searched for native payments, each by a request:
 * 7.5 minutes of the testnet.
 */
const SCAN_BLOCKS = 1_000
const TRIM_EVERY_MS = 60 * 60_000

/** Blocks per eth_getLogs if every node refuses it; no request is sent. */
const LOG_BLOCKS_MOST = 100_000
const LOGS_REFUSED =
  'No node of RPC_URL serves eth_getLogs: payments made while the indexer was down are left to reconciliation, and new blocks are read by their receipts.'

const log = makeLogger('warn')

/**
 * Runs the indexer until `signal`. Starts a new generation when the old one ended
 * or is lost; pauses and timeouts grow while none keeps up. Fails only on a wrong
 * chain, except one that replaced the right local chain, whose contracts it waits
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
    const { reason, isStuck } = await indexOnce(
      { ...indexing, timeoutFactor: timeoutFactorAfter(stuck) },
      signal,
    ).catch((error: unknown) => {
      if (isRenewable && error instanceof WrongChain) return NO_CONTRACTS
      throw error
    })
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

/** @param stuck number of successive generations that never kept up */
export function pauseAfter(stuck: number): number {
  return Math.min(SPACING_MS * 2 ** (stuck - 1), PAUSE_MAX_MS)
}

/** Returns the factor of timeouts, so that a slow machine does not restart for ever. */
export function timeoutFactorAfter(stuck: number): number {
  return Math.min(2 ** stuck, TIMEOUT_FACTOR_MAX)
}

type Attempt = Indexing & { timeoutFactor: number }

async function indexOnce(attempt: Attempt, signal: AbortSignal): Promise<End> {
  const { deploymentFile, rpcUrl } = attempt.settings
  const deployment = requireDeployment(deploymentFile)
  const instance = indexerSchema(deployment)
  try {
    const rpcUrls = nodeUrls(rpcUrl)
    const chain = await openChain({ rpcUrls, deployment }, { log })
    await claimSyncCache(attempt.database, { instance, chain })
    const proxy = await startNodeProxy(chain)
    const schema = `${instance}_${Date.now().toString(36)}`
    const generation = { viewsSchema: instance, schema }
    try {
      return await runGeneration(
        { ...attempt, chain, generation, proxy },
        signal,
      )
    } finally {
      proxy.close()
    }
  } catch (error) {
    if (error instanceof WrongChain) throw error
    const reason = `Indexing failed (${String(rpcFailure(error))})`
    return { reason, isStuck: false }
  }
}

type Run = Attempt & { chain: Chain; generation: Generation; proxy: NodeProxy }

async function runGeneration(run: Run, signal: AbortSignal): Promise<End> {
  const { settings, database, chain, generation, proxy } = run
  const over = new AbortController()
  const limits = await limitsOf(chain.deployment, proxy)
  const ponder = startPonder(
    { ...settings, ...limits, rpcUrl: proxy.url },
    generation.schema,
  )
  let hasKeptUp = false
  let trimming: NodeJS.Timeout | undefined
  const watch = {
    ...run,
    onUpToDate() {
      hasKeptUp = true
    },
    async onLive() {
      await publish(database, generation)
      const trim = () => void trimSyncCache(database).catch(() => undefined)
      trimming = setInterval(trim, TRIM_EVERY_MS)
      console.log(
        `Indexing by process ${ponder.pid}, shown in schema ${generation.viewsSchema}.`,
      )
    },
  }
  try {
    const reason = await Promise.race([
      ponder.ended,
      untilLost(watch, over.signal).then((reason) => {
        // Its data is dropped.
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

/** Chooses the first block to search and the range of log requests. */
async function limitsOf(
  { chainId, startBlock, registry, tokens }: Deployment,
  { chain, logs, untilAnswered }: NodeProxy,
) {
  const head = await untilAnswered(async () => chain.head)
  const since = Math.max(startBlock, head.number - SCAN_BLOCKS)
  await untilAnswered(() =>
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

function untilAborted(signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) resolve()
    signal.addEventListener('abort', () => resolve(), { once: true })
  })
}

async function pause(delayMs: number, signal: AbortSignal): Promise<void> {
  await sleep(delayMs, undefined, { signal }).catch(() => undefined)
}
