import {
  depositValue,
  formatUnits,
  parseUnits,
} from '#core/deposits/deposit-coins.ts'
import { coinsText } from '../../../lib/format.ts'
import type { Asset, Holdings } from './holdings.ts'

/** Above what a transfer uses: wallets estimate more. */
const COIN_GAS = 30_000n
const TOKEN_GAS = 90_000n
/** The gas price may rise until the player confirms. */
const PRICE_MARGIN = 2n
/** Larger, so that the maximum stays valid at the next gas price. */
const MOST_MARGIN = 3n

/** Rounds off digits that are too small to type or read. */
const DUST_WEI = 10n ** 12n

/** The player's input. */
export type Draft = {
  asset: Asset
  text: string
  /** Undefined until read: then the wallet checks the balance. */
  holdings: Holdings | undefined
}

export type Payment =
  | { amountWei: bigint; brings: string; problem?: undefined }
  | { problem: string }

/** Parses the input, and checks minimum, balance and fee. */
export function parsePayment({ asset, text, holdings }: Draft): Payment {
  const { symbol, minimum, coinsPerUnit } = asset
  const written = text.trim()
  if (written === '') return { problem: 'Enter how much to send.' }
  const amountWei = parseUnits(
    written.startsWith('.') ? `0${written}` : written,
  )
  if (amountWei === undefined) return { problem: unreadable(written) }
  if (amountWei === 0n && holdings && !largestPayment(asset, holdings)) {
    return { problem: `This wallet has no ${symbol} to send.` }
  }
  const minimumWei = parseUnits(minimum) ?? 0n
  const value = depositValue(amountWei, { minimumWei, coinsPerUnit })
  if (value.kind === 'below_minimum') {
    return { problem: `Less than ${minimum} ${symbol} isn’t credited.` }
  }
  if (value.kind === 'too_large') {
    return { problem: 'That’s more than a balance can hold.' }
  }
  const lack = holdings && findShortage(amountWei, asset, holdings)
  if (lack) return { problem: lack }
  return { amountWei, brings: coinsText(value.coins) }
}

function unreadable(written: string): string {
  return /\.\d{19}/.test(written)
    ? 'Use at most 18 decimal places.'
    : 'Enter the amount as a number, such as 0.05.'
}

/** Returns the most that can be sent in wei, after the fee. */
export function largestPayment(asset: Asset, holdings: Holdings): bigint {
  const balance = holdings.balances.get(asset.symbol) ?? 0n
  if (asset.address) return balance
  const left = balance - estimateFee(asset, holdings, MOST_MARGIN)
  return left > 0n ? left - (left % DUST_WEI) : 0n
}

/** Formats a balance, rounded down: '1.234567'. */
export function balanceText(wei: bigint): string {
  return formatUnits(wei - (wei % DUST_WEI))
}

function findShortage(
  amountWei: bigint,
  asset: Asset,
  holdings: Holdings,
): string | undefined {
  const { symbol, address } = asset
  const balance = holdings.balances.get(symbol) ?? 0n
  if (amountWei > balance) {
    return `This wallet has only ${balanceText(balance)} ${symbol}.`
  }
  const coin = holdings.balances.get('tBNB') ?? 0n
  const fee = estimateFee(asset, holdings)
  if (address) {
    return coin < fee
      ? `Sending ${symbol} costs a little tBNB, and this wallet doesn’t have enough.`
      : undefined
  }
  return amountWei + fee > balance
    ? `Leave a little tBNB for the network fee: you can send ${balanceText(largestPayment(asset, holdings))}.`
    : undefined
}

function estimateFee(
  { address }: Asset,
  { gasPrice }: Holdings,
  margin = PRICE_MARGIN,
): bigint {
  return (address ? TOKEN_GAS : COIN_GAS) * gasPrice * margin
}
