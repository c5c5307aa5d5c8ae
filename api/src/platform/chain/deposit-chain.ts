import type { Address } from 'viem'
import { assert } from '#core/assert.ts'
import { indexerSchema, type TestChainId } from '#core/chain/chains.ts'
import {
  type AssetSymbol,
  NATIVE,
  TOKEN_SYMBOLS,
} from '#core/deposits/asset.ts'
import type { AssetTerms } from '#core/deposits/deposit-coins.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { readDeployment } from '../../../../contracts/read-deployment.ts'
import {
  type DepositConfig,
  requireTimeToReverse,
} from '../../deposit-config.ts'
import type { Platform } from '../platform.ts'
import { type Chain, openChain } from './nodes/chain.ts'
import { instanceIdOf } from './nodes/chain-instance.ts'
import { type OutboxStore, openOutboxStore } from './outbox/outbox.store.ts'
import {
  openSigningAccount,
  type SigningAccount,
} from './outbox/signing-account.ts'

/** An asset that can be deposited, and its terms. */
export type Asset = AssetTerms & {
  symbol: AssetSymbol
  /** Contract of a token; undefined for the native coin. */
  token?: Address
}

/** The chain instance that deposits come from. */
export type DepositChain = {
  instanceId: number
  chainId: TestChainId
  registry: Address
  /** PostgreSQL schema of the indexer's views. */
  indexerSchema: string
  assets: readonly Asset[]
  /** Address of the operator account, if there is one. */
  operator: Address | undefined
  /** Address that sweeps pay to, in lower case. */
  treasury: Address | undefined
  /** @throws WrongChain */
  check(): Promise<void>
}

export type DepositChainModule = {
  chain: Chain
  site: DepositChain
  /** Undefined without an operator key. */
  account: SigningAccount | undefined
  outbox: OutboxStore
  reverseAfterMs: number
}

/** Returns undefined when deposits are off. @throws WrongChain */
export async function openDepositChain(
  { db, log, metrics }: Pick<Platform, 'db' | 'log' | 'metrics'>,
  { deposits: config }: { deposits: DepositConfig | undefined },
): Promise<DepositChainModule | undefined> {
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
  if (!account) {
    log.warn('operator_key.missing')
  }
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
  const outbox = openOutboxStore(db, instanceId)
  return { chain, site, account, outbox, reverseAfterMs }
}

/** Returns the operator's own addresses, in lower case. */
export function houseAddresses({
  operator,
  treasury,
}: Pick<DepositChain, 'operator' | 'treasury'>): string[] {
  return [operator, treasury].flatMap((own) => own?.toLowerCase() ?? [])
}

export function assetOf(
  { assets }: Pick<DepositChain, 'assets'>,
  asked: AssetSymbol,
): Asset {
  const asset = assets.find(({ symbol }) => symbol === asked)
  assert(asset !== undefined, 'deposits are of our assets')
  return asset
}

function assetsOf(
  { tokens }: Deployment,
  terms: DepositConfig['terms'],
): Asset[] {
  const { symbol } = NATIVE
  return [
    { symbol, ...terms[symbol] },
    ...TOKEN_SYMBOLS.map((symbol) => ({
      symbol,
      ...terms[symbol],
      token: tokens[symbol],
    })),
  ]
}
