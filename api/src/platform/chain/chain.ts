import {
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  http,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import { isTestChain } from '#core/chain/test-chains.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { Logger } from '../logger.ts'
import { rpcFailure } from './rpc-failure.ts'

const TIMEOUT_MS = 5_000

/** The one chain that this process looks at, as its node tells it. */
export type Chain = {
  deployment: Deployment
  client: PublicClient
  /** @throws WrongChain when the node is on another chain than the deployment. */
  check(): Promise<void>
  head(): Promise<bigint>
  /** The block up to which the chain itself says that nothing can change. */
  finalized(): Promise<bigint>
  /** The hash of the chain's block at a height; undefined above its head. */
  hashAt(blockNumber: bigint): Promise<Hash | undefined>
  receiptOf(hash: Hash): Promise<Receipt | undefined>
  transactionOf(hash: Hash): Promise<ChainTransaction | undefined>
}

export type Receipt = Awaited<ReturnType<PublicClient['getTransactionReceipt']>>
export type ChainTransaction = Awaited<
  ReturnType<PublicClient['getTransaction']>
>

/** No later try will help: the node and the deployment are about two chains. */
export class WrongChain extends Error {
  override readonly name = 'WrongChain'
}

/**
 * Opens the chain of a deployment. A node that does not answer yet is no
 * reason not to start: the games need none.
 *
 * @throws WrongChain
 */
export async function openChain(
  { rpcUrl, deployment }: { rpcUrl: string; deployment: Deployment },
  log: Logger,
): Promise<Chain> {
  const transport = http(rpcUrl, { timeout: TIMEOUT_MS, retryCount: 0 })
  const client = createPublicClient({ transport, cacheTime: 0 })
  const chain: Chain = {
    deployment,
    client,
    check: () => checkChain(client, deployment),
    head: () => client.getBlockNumber(),
    finalized: () =>
      client.getBlock({ blockTag: 'finalized' }).then(({ number }) => number),
    hashAt: (blockNumber) =>
      client
        .getBlock({ blockNumber })
        .then(({ hash }) => hash, unless(BlockNotFoundError)),
    receiptOf: (hash) =>
      client
        .getTransactionReceipt({ hash })
        .catch(unless(TransactionReceiptNotFoundError)),
    transactionOf: (hash) =>
      client.getTransaction({ hash }).catch(unless(TransactionNotFoundError)),
  }
  await chain.check().catch((error: unknown) => {
    if (error instanceof WrongChain) throw error
    log.error({ error: rpcFailure(error) }, 'the chain does not answer')
  })
  return chain
}

async function checkChain(
  client: PublicClient,
  { chainId: expectedId, genesisHash }: Deployment,
): Promise<void> {
  const chainId = await client.getChainId()
  if (!isTestChain(chainId)) {
    throw new WrongChain(
      `RPC_URL leads to chain ${chainId}. This is play money: only the BSC testnet (97) and a local chain (31337) will do.`,
    )
  }
  const { hash } = await client.getBlock({ blockNumber: 0n })
  if (chainId === expectedId && hash === genesisHash) return
  throw new WrongChain(
    'DEPLOYMENT_FILE is about another chain than the one at RPC_URL. Run "npm run deploy" first.',
  )
}

/** Takes one kind of error for "there is none", and throws all others. */
function unless(missing: abstract new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof missing)) throw error
  }
}
