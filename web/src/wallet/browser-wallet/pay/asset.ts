import { type Address, getAddress } from 'viem'
import type { WalletInfo } from '#core/api/wallet.ts'

/** What can be deposited; the chain's own coin has no address. */
export type Asset = Omit<WalletInfo['assets'][number], 'address'> & {
  address?: Address
}

export function assetOf({
  address,
  ...terms
}: WalletInfo['assets'][number]): Asset {
  return { ...terms, ...(address && { address: getAddress(address) }) }
}
