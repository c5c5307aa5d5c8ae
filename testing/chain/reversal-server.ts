import { afterAll, afterEach } from 'vitest'
import { MINUTE_MS } from '#core/durations.ts'
import { createDepositTimeline } from '../../api/src/payments/deposits/deposit-timeline.service.ts'
import { createDeposits } from '../../api/src/payments/deposits/deposits.ts'
import { openChain } from '../../api/src/platform/chain/nodes/chain.ts'
import { readInstanceId } from '../../api/src/platform/chain/nodes/chain-instance.ts'
import { makeLogger } from '../../api/src/platform/logger.ts'
import { makeMetrics } from '../../api/src/platform/metrics.ts'
import { depositOnce, openChainServer } from './chain-server.ts'
import { SITE } from './deposit-accounts.ts'
import { startFaultyNode } from './faulty-node.ts'

/**
 * Opens an API whose credits a test audits, with a clock of its own and over two
 * nodes, one of which may be faulty.
 */
export async function openReversalServer() {
  // Keeps the API's own audit from interfering.
  const env = { REVERSE_AFTER_SECONDS: '99999' }
  const server = await openChainServer({ env })
  const { chain, modules, platform } = server
  const other = await startFaultyNode(chain.env.RPC_URL)
  afterEach(() => other.inject())
  afterAll(() => other.close())
  const { deployment } = chain
  const log = makeLogger('silent')
  const rpcUrls = [chain.env.RPC_URL, other.url]
  const both = await openChain({ rpcUrls, deployment }, { log })
  const instanceId = await readInstanceId(platform.db, deployment)
  const site = { ...SITE, instanceId }

  /** Creates the audit of a process that has just started. */
  function createAudit() {
    let nowMs = 0
    const own = { ...platform, metrics: makeMetrics() }
    const { reorgedDeposits: audit } = createDeposits(own, {
      chain: { chain: both, site, reverseAfterMs: 2 * MINUTE_MS },
      isPaused: () => false,
      ledger: modules.ledger,
      nowMs: () => nowMs,
      timeline: createDepositTimeline(own, { chain: { site } }),
    })
    if (!audit) throw new Error('Deposits are on')
    const term = { epoch: 1, guard: async () => undefined }
    return async (...passedMs: number[]) => {
      for (const ms of passedMs) {
        nowMs += ms
        await audit.tick(term, new AbortController().signal)
      }
    }
  }

  /** Credits a payment. @returns its player, and a function that reverts its blocks. */
  async function credited() {
    const player = await server.newDepositor()
    const id = await chain.client.snapshot()
    await chain.payAlike(player.wallet)
    await chain.mine(5)
    await depositOnce(player, { status: 'confirmed', coins: 5_000 })
    const undo = async () => {
      await chain.client.revert({ id })
      await chain.mine(10)
    }
    return { player, undo }
  }

  return { ...server, other, createAudit, credited }
}
