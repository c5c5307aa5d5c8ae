import type { Hash } from 'viem'

/** Coin that the house sent to a wallet. */
export type HousePayment = {
  /** Of the transactions of which one brought it. */
  hashes: readonly Hash[]
  wei: bigint
}

/** What a wallet paid out and the house paid in, in blocks up to one. */
export type WalletMoves = {
  /** Moved natively, with all fees that the wallet paid, in wei. */
  nativeOutWei: bigint
  gumbyOutWei: bigint
  pokeyOutWei: bigint
  /** The gas that the house brought it. */
  houseIn: readonly HousePayment[]
  /**
   * More of it may have come in those blocks: it was sent, and where it was
   * included is not noted yet.
   */
  hasOpenPayment: boolean
  /** Transactions sent: the wallet's nonce on the chain, if all are known. */
  transactionCount: number
}
