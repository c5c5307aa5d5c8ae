import type { Address } from 'viem'
import { indexerSchema } from '#core/chain/chains.ts'
import { type AssetSymbol, byAsset, NATIVE } from '#core/deposits/asset.ts'
import type { AssetTerms } from '#core/deposits/deposit-coins.ts'
import { readDeployment } from '../../../../contracts/read-deployment.ts'
import {
  type DepositConfig,
  requireTimeToReverse,
} from '../../deposit-config.ts'
import type { Platform } from '../platform.ts'
import { openChain } from './nodes/chain.ts'
import { instanceIdOf } from './nodes/chain-instance.ts'
import { openOutboxStore } from './outbox/outbox.store.ts'
import { openSigningAccount } from './outbox/signing-account.ts'

/** An asset that can be deposited, and its terms. */
export type Asset = AssetTerms & {
  symbol: AssetSymbol
  /** Contract of a token; undefined for the native coin. */
  token?: Address
}

/** Its `account` is undefined without an operator key. */
export type DepositChainModule = NonNullable<
  Awaited<ReturnType<typeof openDepositChain>>
>

/** The chain instance that deposits come from. */
export type DepositChain = DepositChainModule['site']

/** Returns undefined when deposits are off. @throws WrongChain */
export async function openDepositChain(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  { deposits: config }: { deposits: DepositConfig | undefined },
) {
  if (!config) return undefined
  const { rpcUrls, deploymentFile, operatorKey, reverseAfterMs } = config
  const deployment = readDeployment(deploymentFile)
  requireTimeToReverse(config, deployment.chainId)
  const chain = await openChain(
    { rpcUrls, deployment },
    {
      log,
      onFailure: (node) => metrics.rpcFailures.inc({ node }),
      onRequest: (node, method) => metrics.rpcRequests.inc({ node, method }),
    },
  )
  const account = operatorKey && openSigningAccount(operatorKey, chain)
  if (!account) log.warn('operator_key.missing')
  const instanceId = await instanceIdOf(db, deployment)
  const site = {
    instanceId,
    chainId: deployment.chainId,
    registry: deployment.registry,
    /** PostgreSQL schema of the indexer's views. */
    indexerSchema: indexerSchema(deployment),
    assets: byAsset<Asset>(({ symbol }) => ({
      symbol,
      ...config.terms[symbol],
      ...(symbol !== NATIVE.symbol && { token: deployment.tokens[symbol] }),
    })),
    operator: account?.address,
    /** Address that sweeps pay to, in lower case. */
    treasury: config.treasury,
    /** The operator's own addresses, in lower case. */
    house: [account?.address, config.treasury].flatMap(
      (own) => own?.toLowerCase() ?? [],
    ),
  }
  const outbox = openOutboxStore(db, instanceId)
  return { chain, site, account, outbox, reverseAfterMs }
}
