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
  untilSeen,
} from './deposit-fault.ts'

/** From one block to the next while a node misbehaves. */
const BLOCK_MS = { least: 200, most: 600 }
/** Deeper than what a payment waits for. */
const BLOCKS_BEHIND = 20

/** Tells the indexer of other amounts; receipts stay as they are. */
const lyingInLists: Fault = (truth) => async (request) => {
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

/**
 * What the first of two nodes does alone, and what both do. Against all nodes
 * telling the same lie about a payment nothing helps.
 */
const FAULTS = {
  rpc_lagging: { one: behind(BLOCKS_BEHIND), all: behind(BLOCKS_BEHIND) },
  rpc_repeating: { one: repeating, all: repeating },
  rpc_429: { one: rateLimited, all: rateLimited },
  rpc_lying: {
    one: (truth) => lyingInLists(lyingAboutLogs(truth)),
    all: lyingInLists,
  },
  rpc_down: { one: down, all: down },
} satisfies Record<string, { one: Fault; all: Fault }>

/** Nodes of the chain misbehave for some time: first one, then all of them. */
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
 * A payment is made, and gets more confirmations than it needs, under the
 * fault.
 *
 * @returns how long after its end the payment goes unseen.
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
