import type { Address } from 'viem'
import { indexerSchema } from '#core/chain/chains.ts'
import { type AssetSymbol, byAsset, NATIVE } from '#core/deposits/asset.ts'
import type { AssetTerms } from '#core/deposits/deposit-coins.ts'
import { type DepositConfig, requireTimeToReverse } from '../deposit-config.ts'
import {
  type ChainAccess,
  createChainAccess,
} from '../platform/chain/chain-access.ts'
import type { Platform } from '../platform/platform.ts'

/** An asset that can be deposited, and its terms. */
export type Asset = AssetTerms & {
  symbol: AssetSymbol
  /** Contract of a token; undefined for the native coin. */
  token?: Address
}

/** Access to the chain that deposits come from. */
export type DepositChain = ChainAccess & {
  site: DepositSite
  /** Time for which a credited payment must be missing before it is reversed. */
  reverseAfterMs: number
}

/** The chain instance that deposits come from. */
export type DepositSite = ReturnType<typeof toSite>

/** Returns undefined when deposits are off. @throws WrongChain */
export async function createDepositChain(
  platform: Pick<Platform, 'db' | 'log' | 'metrics'>,
  { deposits: config }: { deposits: DepositConfig | undefined },
): Promise<DepositChain | undefined> {
  if (!config) return undefined
  const access = await createChainAccess(platform, config)
  requireTimeToReverse(config, access.chain.deployment.chainId)
  const { reverseAfterMs } = config
  return { ...access, site: toSite(access, config), reverseAfterMs }
}

function toSite(
  { account, chain: { deployment }, instanceId }: ChainAccess,
  { terms, treasury }: DepositConfig,
) {
  return {
    instanceId,
    chainId: deployment.chainId,
    registry: deployment.registry,
    /** PostgreSQL schema of the indexer's views. */
    indexerSchema: indexerSchema(deployment),
    assets: byAsset<Asset>(({ symbol }) => ({
      symbol,
      ...terms[symbol],
      ...(symbol !== NATIVE.symbol && { token: deployment.tokens[symbol] }),
    })),
    operator: account?.address,
    /** Address that sweeps pay to, in lower case. */
    treasury,
    /** The operator's own addresses, in lower case. */
    house: [account?.address, treasury].flatMap(
      (own) => own?.toLowerCase() ?? [],
    ),
  }
}
