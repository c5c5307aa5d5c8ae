import { createPublicClient, custom, type PublicClient } from 'viem'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { ChainNode, ChainReads } from './chain-node.ts'
import { ChainNodes, type NodesWatch } from './chain-nodes.ts'
import { RpcFailure } from './rpc-failure.ts'
import { isOnChain, requireChainOf, WrongChain } from './wrong-chain.ts'

/** Time for which a node's chain is not checked again. */
const IDENTITY_MAX_AGE_MS = 60_000

/**
 * The one chain that this process looks at. Each read is answered by the first
 * of its nodes that can; where several reads belong together, one node should
 * answer them all: see `nodes`.
 */
export type Chain = ChainReads & {
  deployment: Deployment
  nodes: ChainNodes
  client: PublicClient
  /**
   * Asks nodes which chain they are on: each once a minute, and after failures.
   *
   * @throws WrongChain when a node is on another chain than the deployment.
   * @throws RpcFailure when no node answers.
   */
  check(): Promise<void>
}

/**
 * Opens the chain of a deployment. Nodes that do not answer yet are no reason
 * not to start: the games need none.
 *
 * @throws WrongChain
 */
export async function openChain(
  {
    rpcUrls,
    deployment,
  }: { rpcUrls: readonly string[]; deployment: Deployment },
  watch: NodesWatch,
): Promise<Chain> {
  const nodes = new ChainNodes(rpcUrls, watch)
  const transport = custom(
    { request: (asked) => nodes.ask(({ client }) => client.request(asked)) },
    { retryCount: 0 },
  )
  const chain: Chain = {
    deployment,
    nodes,
    client: createPublicClient({ transport, cacheTime: 0 }),
    check: () => checkNodes(nodes, deployment),
    head: (maxAgeMs) => highestHead(nodes, maxAgeMs),
    finalized: (maxAgeMs) => nodes.ask((node) => node.finalized(maxAgeMs)),
    hashAt: (blockNumber) => nodes.ask((node) => node.hashAt(blockNumber)),
    receiptOf: (hash) => nodes.ask((node) => node.receiptOf(hash)),
    transactionOf: (hash) => nodes.ask((node) => node.transactionOf(hash)),
  }
  await chain.check().catch((error: unknown) => {
    if (error instanceof WrongChain) throw error
    watch.log.error({ error }, 'chain.unreachable')
  })
  return chain
}

/** Of the node that has come farthest: others may lag behind. */
async function highestHead(
  nodes: ChainNodes,
  maxAgeMs?: number,
): Promise<bigint> {
  const heads = await nodes.askReachable((node) => node.head(maxAgeMs))
  const [first, ...more] = heads.map(({ answer }) => answer)
  if (first === undefined) throw unreachable()
  return more.reduce(
    (highest, head) => (head > highest ? head : highest),
    first,
  )
}

function unreachable(): RpcFailure {
  return new RpcFailure('no node of RPC_URL answers')
}

async function checkNodes(
  nodes: ChainNodes,
  deployment: Deployment,
): Promise<void> {
  const answers = await nodes.askReachable((node) =>
    wrongness(node, deployment),
  )
  if (answers.length === 0) throw unreachable()
  for (const { answer } of answers) if (answer) throw answer
}

/** Undefined for a node of the right chain. */
async function wrongness(
  node: ChainNode,
  deployment: Deployment,
): Promise<WrongChain | undefined> {
  try {
    await requireChain(node, deployment)
    return undefined
  } catch (error) {
    if (error instanceof WrongChain) return error
    throw error
  }
}

/** @throws WrongChain when the node is on another chain than the deployment. */
export async function requireChain(
  node: ChainNode,
  deployment: Deployment,
): Promise<void> {
  const known = await node.identity(IDENTITY_MAX_AGE_MS)
  if (isOnChain(known, deployment)) return
  // It may be back on the right one.
  requireChainOf(deployment, await node.identity(0))
}
