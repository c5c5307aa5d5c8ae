import type { Address } from 'viem'
import type { TestChainId } from '#core/chain/test-chains.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { AssetTerms } from '#core/deposits/deposit-coins.ts'
import { assert } from '#core/errors.ts'

/** Why there are no deposits, where no chain is configured. */
export const SWITCHED_OFF =
  'Deposits are switched off: this house is not connected to a chain.'

/** What can be deposited here, and at which terms. */
export type Asset = AssetTerms & {
  symbol: AssetSymbol
  /** The token's contract; the chain's own coin has none. */
  token?: Address
}

/** The chain instance that deposits come from. */
export type DepositChain = {
  instanceId: number
  chainId: TestChainId
  registry: Address
  /** Where the indexer's rows are shown. */
  indexerSchema: string
  assets: readonly Asset[]
  /** The house's own account; undefined when it has none here. */
  operator: Address | undefined
  /** Where wallets are emptied to, in lower case. */
  treasury: Address | undefined
  /** @throws when the node behind it is on another chain. */
  check(): Promise<void>
}

/** One of the assets that are taken, as all rows of this chain are of. */
export function assetOf(
  { assets }: Pick<DepositChain, 'assets'>,
  asked: AssetSymbol,
): Asset {
  const asset = assets.find(({ symbol }) => symbol === asked)
  assert(asset !== undefined, 'deposits are of our assets')
  return asset
}
