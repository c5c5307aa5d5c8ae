import { type Address, parseEther, parseGwei } from 'viem'
import { afterAll, afterEach, beforeEach, expect } from 'vitest'
import type { TestApi } from '#testing/server/test-api.ts'
import { openDepositTimeline } from '../../api/src/features/deposits/deposit-timeline.feature.ts'
import { openDepositWork } from '../../api/src/features/deposits/deposits.feature.ts'
import { sweepsOver } from '../../api/src/features/sweep/sweep.feature.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { instanceIdOf } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { Lease } from '../../api/src/platform/db/lease.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { depositOnce, openChainServer } from './chain-server.ts'
import { SITE } from './deposits-on.ts'
import { startFaultyNode } from './faulty-node.ts'
import type { TestChain } from './started-chain.ts'

export const MINUTE_MS = 60_000
const log = makeLogger('silent')

/**
 * A house whose credits a test looks at again by hand, by way of two nodes,
 * one of which may be faulty. Each test has an API of its own.
 */
export async function openReversalServer() {
  const server = await openChainServer()
  const { chain } = server
  const other = await startFaultyNode(chain.env.RPC_URL)
  afterAll(() => other.close())
  await server.close()

  const db = databaseOn(server.pool)
  let api: TestApi
  let lease: Lease
  let nowMs = 0
  const startApi = () => server.startApi({ env: server.env })

  beforeEach(async () => {
    // Outlives a machine that stands still for some seconds.
    lease = new Lease('deposits', { db, log, lifeSeconds: 3_600 })
    api = await startApi()
  })
  afterEach(async () => {
    other.be()
    await lease.release()
    await api.close()
  })

  /** Leads in place of the API from now on, with a clock of its own. */
  async function openAudit() {
    await api.close()
    await expect.poll(() => lease.term()).toBeDefined()
    api = await startApi()
    const rpcUrls = [chain.env.RPC_URL, other.url]
    const clock = { nowMs: () => nowMs }
    const audit = await auditOf({ api, chain, rpcUrls, ...clock })
    return async (passedMs: number) => {
      nowMs += passedMs
      const term = await lease.term()
      if (!term) throw new Error('The lease is lost')
      await audit.tick(term, new AbortController().signal)
    }
  }

  /** A credited payment. @returns its player, and what undoes its blocks. */
  async function credited() {
    const player = await server.newDepositor(api.origin)
    const id = await chain.client.snapshot()
    await payAlike(chain, player.wallet)
    await chain.mine(5)
    await depositOnce(player, { status: 'confirmed', coins: 5_000 })
    const undo = async () => {
      await chain.client.revert({ id })
      await chain.mine(10)
    }
    /** The player by way of the API that runs now. */
    const now = () => ({ client: player.client.at(api.origin) })
    return { player, undo, now }
  }

  return {
    server,
    other,
    openAudit,
    credited,
    newDepositor: () => server.newDepositor(api.origin),
    /** The API that runs now. */
    origin: () => api.origin,
    stopLeading: () => lease.release(),
  }
}

type Audited = {
  api: TestApi
  chain: TestChain
  rpcUrls: string[]
  nowMs: () => number
}

async function auditOf({ api, chain, rpcUrls, nowMs }: Audited) {
  const { deployment } = chain
  const { ledger, wallet } = api.features
  const { db } = api.platform
  const nodes = await openChain({ rpcUrls, deployment }, { log })
  const instanceId = await instanceIdOf(db, deployment)
  const platform = { ...api.platform, metrics: makeMetrics() }
  const sockets = { push: () => undefined }
  const site = { ...SITE, instanceId }
  const onChain = { chain: nodes, site, reverseAfterMs: 2 * MINUTE_MS }
  return openDepositWork(platform, {
    onChain,
    ledger: ledger.service,
    onBalance: () => undefined,
    timeline: openDepositTimeline(platform, { chain: { site }, sockets }),
    wallet: wallet.service,
    sweeps: sweepsOver(db, instanceId),
    nowMs,
  }).audit
}

/** The same fees and nonce make the same transaction. */
export async function payAlike(chain: TestChain, to: Address) {
  const hash = await chain.client.sendTransaction({
    ...chain.as(chain.payer),
    to,
    value: parseEther('0.05'),
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  })
  return chain.mined(hash)
}
