import { createPublicClient, custom, type Hash } from 'viem'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  type ChainIdentity,
  type ChainNode,
  type NodeLimits,
  type Receipt,
  WrongChain,
} from './chain-node.ts'
import {
  type ChainNodes,
  createChainNodes,
  type NodesWatch,
} from './chain-nodes.ts'
import { RpcFailure } from './rpc-failure.ts'

const IDENTITY_MAX_AGE_MS = 60_000
const UNREACHABLE = 'no node of RPC_URL answers'

/**
 * The chain of this process. The first of its nodes that can answers each read;
 * use `nodes` for several reads that one node should answer.
 */
export type Chain = Awaited<ReturnType<typeof openChain>>

/**
 * Opens the chain of a deployment. Starts even when no node answers yet, since
 * the games need none.
 *
 * @throws WrongChain
 */
export async function openChain(
  {
    rpcUrls,
    deployment,
  }: { rpcUrls: readonly string[]; deployment: Deployment },
  watch: NodesWatch,
) {
  const nodes = createChainNodes(rpcUrls, watch)
  const { budgets } = nodes
  const transport = custom(
    { request: (args) => nodes.query(({ client }) => client.request(args)) },
    { retryCount: 0 },
  )
  const chain = {
    deployment,
    nodes,
    /**
     * Opens the same nodes with other limits. They share the nodes' rate limits,
     * but not which nodes rest after failures.
     */
    nodesWithin: (limits: NodeLimits) =>
      createChainNodes(rpcUrls, watch, { budgets, limits }),
    client: createPublicClient({ transport, cacheTime: 0 }),
    /**
     * Checks the chain of each node, once a minute and after failures.
     *
     * @throws WrongChain when a node is on another chain than the deployment.
     * @throws RpcFailure when no node answers.
     */
    check: () => checkNodes(nodes, deployment),
    head: (maxAgeMs?: number) => highestHead(nodes, maxAgeMs),
    finalized: (maxAgeMs?: number) =>
      nodes.query((node) => node.finalized(maxAgeMs)),
    hashAt: (blockNumber: bigint) =>
      nodes.query((node) => node.hashAt(blockNumber)),
    readReceipt: (hash: Hash) => nodes.query((node) => node.readReceipt(hash)),
  }
  await chain.check().catch((error: unknown) => {
    if (error instanceof WrongChain) throw error
    watch.log.error({ error }, 'chain.unreachable')
  })
  return chain
}

/** Returns the highest head of all nodes, since some lag behind. */
async function highestHead(nodes: ChainNodes, maxAgeMs?: number) {
  const heads = await nodes.queryReachable((node) => node.head(maxAgeMs))
  if (heads.length === 0) throw new RpcFailure(UNREACHABLE)
  return heads.reduce(
    (highest, { answer }) => (answer > highest ? answer : highest),
    0n,
  )
}

async function checkNodes(nodes: ChainNodes, deployment: Deployment) {
  const answers = await nodes.queryReachable((node) =>
    requireChain(node, deployment).catch((error: unknown) => {
      if (error instanceof WrongChain) return error
      throw error
    }),
  )
  if (answers.length === 0) throw new RpcFailure(UNREACHABLE)
  for (const { answer } of answers) if (answer) throw answer
}

/** @throws WrongChain when the node is on another chain than the deployment. */
export async function requireChain(
  node: ChainNode,
  deployment: Deployment,
): Promise<void> {
  const known = await node.identity(IDENTITY_MAX_AGE_MS)
  if (isOnChain(known, deployment)) return
  // Reads it again: the node may have switched back.
  requireSameChain(deployment, await node.identity(0))
}

function isOnChain(found: ChainIdentity, deployment: Deployment): boolean {
  const { chainId, genesisHash } = deployment
  return found.chainId === chainId && found.genesisHash === genesisHash
}

/** @throws WrongChain when the deployment is on another chain. */
export function requireSameChain(
  deployment: Deployment,
  found: ChainIdentity,
): void {
  if (isOnChain(found, deployment)) return
  throw new WrongChain(
    'DEPLOYMENT_FILE is about another chain than the one at RPC_URL. Run "npm run deploy" first.',
  )
}

export type NotedBlock = { blockNumber: bigint; blockHash: Hash }

/**
 * Returns how often settled transactions are checked for reorgs while none is
 * open. Public nodes are queried less often.
 */
export function reorgCheckMs({
  deployment,
}: Pick<Chain, 'deployment'>): number {
  return deployment.chainId === LOCAL_CHAIN ? 0 : 15_000
}

/**
 * True when every reachable node has another block at that height. A node that
 * lags has the old block or none, which proves nothing.
 */
export async function isReplaced(
  { nodes }: Chain,
  { blockHash, blockNumber }: NotedBlock,
): Promise<boolean> {
  const shown = await nodes.queryReachable((node) => node.hashAt(blockNumber))
  return (
    shown.length > 0 &&
    shown.every(({ answer }) => answer !== undefined && answer !== blockHash)
  )
}

/** Returns the receipt of the attempt that was mined, if any. */
export async function attemptReceipt(
  chain: Chain,
  attempts: readonly { hash: Hash }[],
): Promise<Receipt | undefined> {
  for (const { hash } of attempts) {
    const receipt = await chain.readReceipt(hash)
    if (receipt) return receipt
  }
  return undefined
}
