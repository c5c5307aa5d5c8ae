import type { Hex } from 'viem'
import { readDeployment } from '../../../../contracts/read-deployment.ts'
import type { Platform } from '../platform.ts'
import { openChain } from './nodes/chain.ts'
import { readInstanceId } from './nodes/chain-instance.ts'
import { createOutboxStore } from './outbox/outbox.store.ts'
import { createSigningAccount } from './outbox/signing-account.ts'

/** The chain of our contracts, its instance in the database, and our writes to it. */
export type ChainAccess = Awaited<ReturnType<typeof createChainAccess>>

/** @throws WrongChain */
export async function createChainAccess(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  config: {
    rpcUrls: readonly string[]
    deploymentFile: string
    operatorKey: Hex | undefined
  },
) {
  const { rpcUrls, deploymentFile, operatorKey } = config
  const deployment = readDeployment(deploymentFile)
  const failures = metrics.counter(
    'rpc_failures_total',
    'Failed requests to a node, by its position in RPC_URL',
    ['node'],
  )
  const requests = metrics.counter(
    'rpc_requests_total',
    'Requests to a node, by its position in RPC_URL and by method',
    ['node', 'method'],
  )
  const chain = await openChain(
    { rpcUrls, deployment },
    {
      log,
      onFailure: (node) => failures.inc({ node }),
      onRequest: (node, method) => requests.inc({ node, method }),
    },
  )
  /** Undefined without an operator key. */
  const account = operatorKey && createSigningAccount(operatorKey, chain)
  if (!account) log.warn('operator_key.missing')
  const instanceId = await readInstanceId(db, deployment)
  return {
    chain,
    account,
    instanceId,
    outbox: createOutboxStore(db, instanceId),
  }
}
