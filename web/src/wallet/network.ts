import type { WalletInfo } from '#core/api/wallet.ts'

/** The chain of a house that takes deposits. */
export type Network = NonNullable<WalletInfo['network']>
