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
  untilCredited,
  untilSeen,
} from './deposit-fault.ts'

/** Between blocks while a node is faulty. */
const BLOCK_MS = { least: 200, most: 600 }
/** More than the confirmations of a payment. */
const BLOCKS_BEHIND = 20

/** Changes amounts in lists of logs, but not in receipts. */
const wrongAmounts: Fault = (truth) => async (request) => {
  const reply = await truth(request)
  if (request.method !== 'eth_getLogs' || !('result' in reply)) return reply
  if (!Array.isArray(reply.result)) return reply
  const result = reply.result.map((log) =>
    log.data === '0x'
      ? log
      : {
          ...log,
          data: numberToHex(hexToBigInt(log.data) * 1_000n, { size: 32 }),
        },
  )
  return { result }
}

/** Faults of one of two nodes, and of both. */
const FAULTS = {
  rpc_lagging: { one: behind(BLOCKS_BEHIND), all: behind(BLOCKS_BEHIND) },
  rpc_repeating: { one: repeating, all: repeating },
  rpc_429: { one: rateLimited, all: rateLimited },
  rpc_lying: {
    one: (truth) => wrongAmounts(lyingAboutLogs(truth)),
    all: wrongAmounts,
  },
  rpc_down: { one: down, all: down },
} satisfies Record<string, { one: Fault; all: Fault }>

/** Faults of the chain's nodes: first of one, then of all. */
export const rpcFaults: DepositFault[] = Object.entries(FAULTS).map(
  ([name, { one, all }]) => ({
    name,
    times: 3,
    async strike(scene, random) {
      const { least, most } = BLOCK_MS
      const blockMs = () => least + random() * (most - least)
      const alone = scene.nodes.slice(0, 1)
      return Math.max(
        await misbehave(scene, {
          nodes: alone,
          fault: one,
          blockMs: blockMs(),
        }),
        await misbehave(scene, {
          nodes: scene.nodes,
          fault: all,
          blockMs: blockMs(),
        }),
      )
    },
  }),
)

/**
 * Sends and confirms a payment during the fault.
 *
 * @returns milliseconds from the fault's end until the payment is stored
 */
async function misbehave(
  { site, chain, traffic }: DepositScene,
  {
    nodes,
    fault,
    blockMs,
  }: { nodes: readonly FaultyNode[]; fault: Fault; blockMs: number },
): Promise<number> {
  for (const node of nodes) node.be(fault)
  const missed = await traffic.pay()
  await chain.mineEach(CONFIRMATIONS_NEEDED + 2, () => sleep(blockMs))
  for (const node of nodes) node.be()
  const startedAt = performance.now()
  await untilSeen(site, missed)
  return performance.now() - startedAt
}

const DELAY_MS = 300

const slow: Fault = (truth) => async (request) => {
  await sleep(DELAY_MS)
  return truth(request)
}

/** Slow nodes delay credits, but don't prevent them. */
export const slowNodes: DepositFault = {
  name: 'rpc_slow',
  times: 3,
  async strike({ site, chain, nodes, traffic }) {
    for (const node of nodes) node.be(slow)
    const payment = await traffic.pay()
    await untilSeen(site, payment)
    await chain.mineEach(CONFIRMATIONS_NEEDED)
    const startedAt = performance.now()
    await untilCredited(site, [payment])
    const absenceMs = performance.now() - startedAt
    for (const node of nodes) node.be()
    return absenceMs
  },
}
