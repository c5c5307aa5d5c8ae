import { setTimeout as sleep } from 'node:timers/promises'
import type { Pool } from 'pg'
import { indexerSchema, LOCAL_CHAIN, nodeUrls } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { WrongChain } from '../../api/src/platform/chain/nodes/chain-node.ts'
import type { Logger } from '../../api/src/platform/logger.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { type NodeProxy, startNodeProxy, untilAnswered } from './node-proxy.ts'
import { startPonder } from './ponder-process.ts'
import { claimSyncCache, dropOthers, trimSyncCache } from './ponder-schemas.ts'
import { type LostSign, untilLost } from './watch-ponder.ts'

type Indexing = {
  settings: {
    databaseUrl: string
    /** URLs of nodes, separated by commas. */
    rpcUrl: string
    deploymentFile: string
    /** Serves /health, /status and /metrics on the loopback interface. */
    port: number
  }
  database: Pool
  log: Logger
}

type End = {
  reason: LostSign | 'ended' | 'failed'
  /** True if the generation never kept up. */
  isStuck: boolean
  error?: unknown
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
  let isRenewable = false
  let stuck = 0
  while (!signal.aborted) {
    const startedAtMs = performance.now()
    const { deploymentFile } = indexing.settings
    const deployment = readDeployment(deploymentFile)
    const attempt = { deployment, timeoutFactor: getTimeoutFactor(stuck) }
    const end = await indexOnce(indexing, attempt, signal).catch(
      (error: unknown): End => {
        if (error instanceof WrongChain && !isRenewable) throw error
        return { reason: 'failed', isStuck: false, error }
      },
    )
    if (signal.aborted) return
    isRenewable = deployment.chainId === LOCAL_CHAIN
    stuck = end.isStuck ? stuck + 1 : 0
    const spacingMs = startedAtMs + SPACING_MS - performance.now()
    const pauseMs = Math.ceil(
      stuck ? getRestartDelay(stuck) : Math.max(spacingMs, 0),
    )
    indexing.log.warn({ ...end, pauseMs }, 'indexer.restarting')
    await sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  }
}

/** @param stuck number of successive generations that never kept up */
export function getRestartDelay(stuck: number): number {
  return Math.min(SPACING_MS * 2 ** (stuck - 1), PAUSE_MAX_MS)
}

/** Returns the factor of timeouts, so that a slow machine does not restart for ever. */
export function getTimeoutFactor(stuck: number): number {
  return Math.min(2 ** stuck, TIMEOUT_FACTOR_MAX)
}

/** Runs one generation. @throws WrongChain */
async function indexOnce(
  { settings, database, log }: Indexing,
  {
    deployment,
    timeoutFactor,
  }: { deployment: Deployment; timeoutFactor: number },
  signal: AbortSignal,
): Promise<End> {
  const rpcUrls = nodeUrls(settings.rpcUrl)
  const chain = await openChain({ rpcUrls, deployment }, { log })
  const viewsSchema = indexerSchema(deployment)
  await claimSyncCache(database, { instance: viewsSchema, nodes: chain.nodes })
  const schema = `${viewsSchema}_${Date.now().toString(36)}`
  const generation = { schema, viewsSchema }
  const proxy = await startNodeProxy(chain, log)
  try {
    const ponder = startPonder({
      ...(await readLimits(deployment, proxy, log)),
      DATABASE_URL: settings.databaseUrl,
      DATABASE_SCHEMA: schema,
      DATABASE_VIEWS_SCHEMA: viewsSchema,
      DEPLOYMENT_FILE: settings.deploymentFile,
      RPC_URL: proxy.url,
      // Takes precedence in Ponder, and may be that of the API.
      PORT: String(settings.port),
    })
    const over = new AbortController()
    let isStuck = true
    let trimming: NodeJS.Timeout | undefined
    const run = { generation, database, chain, proxy, timeoutFactor }
    const watch = {
      ...run,
      onUpToDate() {
        isStuck = false
      },
      async onLive() {
        await dropOthers(database, generation)
        const trim = () => void trimSyncCache(database).catch(() => undefined)
        trimming = setInterval(trim, TRIM_EVERY_MS)
        log.info({ pid: ponder.pid, schema: viewsSchema }, 'indexer.live')
      },
    }
    const stop = AbortSignal.any([signal, over.signal])
    try {
      const lost = untilLost(watch, stop).then((reason) => ({ reason }))
      const end = await Promise.race([ponder.ended, lost])
      // The data of a lost one is dropped.
      ponder.kill()
      return { ...end, isStuck }
    } finally {
      over.abort()
      clearInterval(trimming)
      await ponder.stop()
    }
  } finally {
    proxy.close()
  }
}

/** Chooses the first block to search and the range of log requests. */
async function readLimits(
  { chainId, startBlock, registry, tokens }: Deployment,
  { chain, logs }: NodeProxy,
  log: Logger,
) {
  const head = await untilAnswered(async () => chain.head())
  const since = Math.max(startBlock, head.number - SCAN_BLOCKS)
  const filter = { address: [registry, ...Object.values(tokens)] }
  await untilAnswered(() =>
    logs.between({ first: since, last: head.number, filter }),
  )
  const blocks = logs.blocksAtOnce()
  // Payments made while the indexer was down are left to reconciliation, and new
  // blocks are read by their receipts.
  if (blocks === 0) log.warn('indexer.logs_refused')
  return {
    SCAN_FROM_BLOCK: String(chainId === LOCAL_CHAIN ? startBlock : since),
    LOG_BLOCKS: String(blocks || LOG_BLOCKS_MOST),
  }
}
