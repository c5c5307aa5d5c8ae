import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  depositCoins,
  depositValue,
  formatUnits,
} from '#core/deposits/deposit-coins.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import type { Asset } from '../deposit-chain.ts'
import type { DepositChange, DepositRow } from './deposits.store.ts'

/** Returns the coins of an amount, with the cause if there are none. */
export function quoteCoins(
  amountWei: bigint,
  asset: Asset,
): Pick<DepositRow, 'coins' | 'cause'> {
  const value = depositValue(amountWei, asset)
  if (value.kind === 'credit') return { coins: value.coins, cause: null }
  if (value.kind === 'too_large') {
    return { coins: 0, cause: { code: 'exceeds_balance' } }
  }
  const minimum = `${formatUnits(asset.minimumWei)} ${asset.symbol}`
  return { coins: 0, cause: { code: 'below_minimum', minimum } }
}

/** Returns the change of a genuine payment that can't be credited now. */
export function uncredited(row: DepositRow): DepositChange {
  const { cause } = row
  const confirmations = CONFIRMATIONS_NEEDED
  if (row.coins > 0) return { confirmations, cause: { code: 'no_room' } }
  if (!isBelowMinimum(row)) return { confirmations, cause }
  return { confirmations, cause, status: 'below_minimum' }
}

/** True for an amount without coins that isn't above the largest balance. */
export function isBelowMinimum(row: DepositRow): boolean {
  const coins = depositCoins(row.amountWei, row.coinsPerUnit)
  return row.coins === 0 && coins <= BigInt(MAX_COINS)
}

export function toPosting(row: DepositRow) {
  const { amountWei, cryptoType: asset, id: depositId, txHash, userId } = row
  const metadata = { depositId, asset, amount: String(amountWei), txHash }
  return { userId, metadata }
}
