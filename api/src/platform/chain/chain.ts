import {
  BlockNotFoundError,
  createPublicClient,
  type Hash,
  http,
  type PublicClient,
  TransactionNotFoundError,
  TransactionReceiptNotFoundError,
} from 'viem'
import type { Deployment } from '#core/schemas/deployment.ts'
import type { Logger } from '../logger.ts'
import { rpcFailure } from './rpc-failure.ts'
import { requireChainOf, testChainOf, WrongChain } from './wrong-chain.ts'

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
    check: async () => requireChainOf(deployment, await testChainOf(client)),
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

/** Takes one kind of error for "there is none", and throws all others. */
function unless(missing: abstract new (...args: never[]) => Error) {
  return (error: unknown): undefined => {
    if (!(error instanceof missing)) throw error
  }
}
