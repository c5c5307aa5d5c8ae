import { indexerSchema } from '#core/chain/indexer-schema.ts'
import { ASSET_SYMBOLS } from '#core/deposits/asset.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { type DepositConfig, requireTimeToReverse } from './deposit-config.ts'
import type { Asset, DepositChain } from './features/deposits/deposit-chain.ts'
import { SweepStore } from './features/sweep/sweep.store.ts'
import { type Chain, openChain } from './platform/chain/chain.ts'
import { instanceIdOf } from './platform/chain/chain-instance.ts'
import {
  type OperatorAccount,
  operatorAccount,
} from './platform/chain/operator-account.ts'
import { OutboxStore } from './platform/chain/outbox.store.ts'
import type { Platform } from './platform/platform.ts'

/** The chain that a house is configured with, and what is kept of it alone. */
export type ChainParts = {
  chain: Chain
  site: DepositChain
  /** Undefined where the house sends nothing itself. */
  account: OperatorAccount | undefined
  outbox: OutboxStore
  sweeps: SweepStore
  reverseAfterMs: number
}

/** @throws WrongChain */
export async function openChainParts(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  config: DepositConfig,
): Promise<ChainParts> {
  const { rpcUrls, deploymentFile, operatorKey, reverseAfterMs } = config
  const deployment = readDeployment(deploymentFile)
  requireTimeToReverse(config, deployment.chainId)
  const chain = await openChain(
    { rpcUrls, deployment },
    { log, onFailure: (node) => metrics.rpcFailures.inc({ node }) },
  )
  const account = operatorKey && operatorAccount(operatorKey, chain)
  const instanceId = await instanceIdOf(db, deployment)
  const site = {
    instanceId,
    chainId: deployment.chainId,
    registry: deployment.registry,
    indexerSchema: indexerSchema(deployment),
    assets: assetsOf(deployment, config.terms),
    operator: account?.address,
    treasury: config.treasury,
    check: chain.check,
  }
  const outbox = new OutboxStore(db, instanceId)
  const sweeps = new SweepStore(db, instanceId)
  return { chain, site, account, outbox, sweeps, reverseAfterMs }
}

function assetsOf(
  { tokens }: Deployment,
  terms: DepositConfig['terms'],
): Asset[] {
  return ASSET_SYMBOLS.map((symbol) => ({
    symbol,
    ...terms[symbol],
    ...(symbol !== 'tBNB' && { token: tokens[symbol] }),
  }))
}
