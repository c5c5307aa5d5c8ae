import type { Address } from 'viem'
import type { AssetSymbol } from '#core/deposits/asset.ts'

/** What a transaction brings a wallet, by the chain and not by any log. */
export type Payment = {
  wallet: Address
  asset: AssetSymbol
  amountWei: bigint
  /** What its token says beyond that. */
  pretendedWei?: bigint
  isOfHouse?: boolean
}
