import { ASSET_SYMBOLS, type AssetSymbol } from '#core/deposits/asset.ts'
import {
  type AssetTerms,
  depositCoins,
  depositValue,
} from '#core/deposits/deposit-coins.ts'
import type { Depositor } from './deposit-harness.ts'
import type { Payment } from './model-chain.ts'

type Terms = Record<AssetSymbol, AssetTerms>

/** Bounds of the coins a player must have for payments; mostly equal. */
export type Credits = { least: number; most: number }

/**
 * Returns what must hold in the end: each payment on the chain credits its coins
 * once, and payments by the operator's accounts credit none. If a token claimed
 * more than it moved, credits don't exceed what it moved to the wallet from any
 * sender. Its payments may be cut in any order, and a rest below the minimum
 * credits nothing, so the player may be short of the pretended amount and of one
 * minimum per payment.
 */
export function expectedCredits(
  payments: readonly Payment[],
  depositors: readonly Depositor[],
  terms: Terms,
): Map<string, Credits> {
  return new Map(
    depositors.map(({ userId, wallet }) => {
      const theirs = payments.filter((payment) => payment.wallet === wallet)
      const accounts = ASSET_SYMBOLS.map((symbol) =>
        sumCredits(
          theirs.filter(({ asset }) => asset === symbol),
          terms[symbol],
        ),
      )
      const least = sum(accounts.map((account) => account.least))
      const most = sum(accounts.map((account) => account.most))
      return [userId, { least, most }]
    }),
  )
}

function sumCredits(payments: readonly Payment[], terms: AssetTerms): Credits {
  const fromOthers = payments.filter(({ isOfHouse }) => !isOfHouse)
  const worth = sum(
    fromOthers.map(({ amountWei }): number => {
      const value = depositValue(amountWei, terms)
      return value.kind === 'credit' ? value.coins : 0
    }),
  )
  const pretending = payments.filter((one) => one.pretendedWei !== undefined)
  if (pretending.length === 0) return { least: worth, most: worth }
  const pretended = sumCoins(pretending.map((one) => one.pretendedWei ?? 0n))
  const minimum = sumCoins(pretending.map(() => terms.minimumWei))
  const moved = sumCoins(payments.map(({ amountWei }) => amountWei))
  return { least: Math.max(worth - pretended - minimum, 0), most: moved }

  function sumCoins(amounts: readonly bigint[]): number {
    const total = amounts.reduce((before, amount) => before + amount, 0n)
    return Number(depositCoins(total, terms.coinsPerUnit))
  }
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((before, one) => before + one, 0)
}
