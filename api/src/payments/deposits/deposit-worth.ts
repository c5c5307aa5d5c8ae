import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import {
  depositCoins,
  depositValue,
  unitsOf,
} from '#core/deposits/deposit-coins.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import type { Asset } from '../../platform/chain/deposit-chain.ts'
import type { DepositChange, DepositRow } from './deposits.store.ts'

/** What it will bring, or why nothing. */
export function worthOf(
  amountWei: bigint,
  asset: Asset,
): Pick<DepositRow, 'coins' | 'cause'> {
  const value = depositValue(amountWei, asset)
  if (value.kind === 'credit') return { coins: value.coins, cause: null }
  if (value.kind === 'too_large') {
    return { coins: 0, cause: { code: 'exceeds_balance' } }
  }
  const minimum = `${unitsOf(asset.minimumWei)} ${asset.symbol}`
  return { coins: 0, cause: { code: 'below_minimum', minimum } }
}

/** What becomes of a genuine payment that brings nothing, for now or ever. */
export function uncredited(row: DepositRow): DepositChange {
  const { cause } = row
  const confirmations = CONFIRMATIONS_NEEDED
  if (row.coins > 0) return { confirmations, cause: { code: 'no_room' } }
  if (!isBelowMinimum(row)) return { confirmations, cause }
  return { confirmations, cause, status: 'below_minimum' }
}

/** Worth nothing for being too little, and not for being too much. */
export function isBelowMinimum(
  row: Pick<DepositRow, 'amount' | 'coins' | 'coinsPerUnit'>,
): boolean {
  const { amount, coins, coinsPerUnit } = row
  return coins === 0 && depositCoins(amount, coinsPerUnit) <= BigInt(MAX_COINS)
}
