import type { Address } from 'viem'
import type { TestChainId } from '#core/chain/test-chains.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import type { AssetTerms } from '#core/deposits/deposit-coins.ts'

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
  /** @throws when the node behind it is on another chain. */
  check(): Promise<void>
}
