import { type Address, type Hash, isHash } from 'viem'
import type { Deposit } from '#core/api/wallet.ts'
import type { AssetSymbol } from '#core/deposits/asset.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'

/** A payment that the wallet says it has sent. */
export interface SentPayment {
  /** Undefined where the wallet named none: several owners may have to sign. */
  hash: Hash | undefined
  from: Address
  symbol: AssetSymbol
  amountWei: bigint
  /** Deposits that were there before it. */
  earlier: ReadonlySet<string>
}

/** @param said by the wallet, which may say anything. */
export function hashOf(said: string): Hash | undefined {
  const hash = said.toLowerCase()
  return isHash(hash) ? hash : undefined
}

/** The deposit that the house made of the very transaction. */
export function depositOf(
  { hash }: SentPayment,
  deposits: readonly Deposit[],
): Deposit | undefined {
  return hash && deposits.find(({ txHash }) => txHash === hash)
}

/**
 * A deposit of the same amount that came since. A wallet that speeds a payment
 * up sends it again under another hash.
 *
 * @param others that were sent from this page: theirs is not this one's.
 */
export function deputyOf(
  { symbol, amountWei, earlier }: SentPayment,
  deposits: readonly Deposit[],
  others: readonly SentPayment[],
): Deposit | undefined {
  const amount = unitsOf(amountWei)
  return deposits.find(
    (deposit) =>
      deposit.cryptoType === symbol &&
      deposit.amount === amount &&
      !earlier.has(deposit.id) &&
      !others.some(({ hash }) => hash && hash === deposit.txHash),
  )
}
