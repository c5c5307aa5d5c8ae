import { setTimeout as sleep } from 'node:timers/promises'
import { hexToBigInt, numberToHex } from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  behind,
  down,
  type Fault,
  type FaultyNode,
  lyingAboutLogs,
  rateLimited,
  repeating,
} from '#testing/chain/faulty-node.ts'
import {
  type DepositFault,
  type DepositScene,
  untilStored,
} from './deposit-faults.ts'

/** Between blocks while a node is faulty. */
const BLOCK_MS = { least: 200, most: 600 }
/** More than the confirmations of a payment. */
const BLOCKS_BEHIND = 20
const DELAY_MS = 300

/** Changes amounts in lists of logs, but not in receipts. */
const wrongAmounts: Fault = (truth) => async (request) => {
  const reply = await truth(request)
  if (request.method !== 'eth_getLogs' || !('result' in reply)) return reply
  if (!Array.isArray(reply.result)) return reply
  const result = reply.result.map((log) => {
    if (log.data === '0x') return log
    const data = numberToHex(hexToBigInt(log.data) * 1_000n, { size: 32 })
    return { ...log, data }
  })
  return { result }
}

const slow: Fault = (truth) => async (request) => {
  await sleep(DELAY_MS)
  return truth(request)
}

/** Faults of the chain's nodes: first of one of two, then of all. */
const FAULTS: [name: string, all: Fault, one?: Fault][] = [
  ['rpc_lagging', behind(BLOCKS_BEHIND)],
  ['rpc_repeating', repeating],
  ['rpc_429', rateLimited],
  ['rpc_lying', wrongAmounts, (truth) => wrongAmounts(lyingAboutLogs(truth))],
  ['rpc_down', down],
]

export const NODE_FAULTS: DepositFault[] = [
  ...FAULTS.map(([name, all, one = all]) => ({
    name,
    times: 3,
    strike: async (scene: DepositScene) =>
      Math.max(
        await misbehave(scene, scene.nodes.slice(0, 1), one),
        await misbehave(scene, scene.nodes, all),
      ),
  })),
  {
    name: 'rpc_slow',
    times: 3,
    /** Delays credits, but doesn't prevent them. */
    async strike({ site, chain, nodes, traffic }) {
      for (const node of nodes) node.be(slow)
      const payment = await traffic.pay()
      await untilStored(site, [payment])
      await chain.mineEach(CONFIRMATIONS_NEEDED)
      const startedAt = performance.now()
      await untilStored(site, [payment], { isCredited: true })
      const absenceMs = performance.now() - startedAt
      for (const node of nodes) node.be()
      return absenceMs
    },
  },
]

/**
 * Sends and confirms a payment during the fault.
 *
 * @returns milliseconds from the fault's end until the payment is stored
 */
async function misbehave(
  { site, chain, traffic, random }: DepositScene,
  nodes: readonly FaultyNode[],
  fault: Fault,
): Promise<number> {
  const blockMs = BLOCK_MS.least + random() * (BLOCK_MS.most - BLOCK_MS.least)
  for (const node of nodes) node.be(fault)
  const missed = await traffic.pay()
  await chain.mineEach(CONFIRMATIONS_NEEDED + 2, () => sleep(blockMs))
  for (const node of nodes) node.be()
  const startedAt = performance.now()
  await untilStored(site, [missed])
  return performance.now() - startedAt
}
