import type { Deposit } from '#core/api/wallet.ts'
import { type Ratio, roundUp } from '#core/money/fair-rounding.ts'

function numbers(options: Intl.NumberFormatOptions = {}) {
  const format = new Intl.NumberFormat('en-US', options)
  return (amount: number): string => format.format(amount)
}

function times(options: Intl.DateTimeFormatOptions) {
  const format = new Intl.DateTimeFormat('en-US', options)
  return (timestamp: string): string => format.format(new Date(timestamp))
}

/** Formats coins: 12,345. */
export const formatCoins = numbers()

/** Formats fractions of coins: 12,345.60. */
export const formatTwoDecimals = numbers({
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Formats coins with their unit: 1 coin, 12,345 coins. */
export function coinsText(amount: number): string {
  return `${formatCoins(amount)} ${amount === 1 ? 'coin' : 'coins'}`
}

const signed = numbers({ signDisplay: 'exceptZero' })

/** Formats coins gained or lost: +12,345, −5, 0. */
export function formatGain(amount: number): string {
  // A minus as wide as the plus.
  return signed(amount).replace('-', '\u2212')
}

/** States a payout and what it gained: Paid 50 coins (+40). */
export function paidText(staked: number, paid: number): string {
  return `Paid ${coinsText(paid)} (${formatGain(paid - staked)})`
}

/** States both payouts where a draw rounds a fraction: 16 or 17. */
export function payoutText(win: Ratio): string {
  const least = Number(win.numerator / win.denominator)
  const most = roundUp(win)
  return `${least < most ? `${formatCoins(least)} or ` : ''}${formatCoins(most)}`
}

const multiple = numbers({ maximumFractionDigits: 2 })

/** Formats a payout as a multiple of the stake: 1.98×. */
export function formatMultiple(bet: { stake: number; payout: number }): string {
  return `${multiple(bet.payout / bet.stake)}\u00d7`
}

/** Formats a day: March 1, 2026. */
export const formatDay = times({ dateStyle: 'long' })

/** Formats a time of day: 1:30 PM. */
export const formatClock = times({ timeStyle: 'short' })

/** Formats a moment: March 1, 2026 at 1:30:05 PM. */
export const formatTime = times({ dateStyle: 'long', timeStyle: 'medium' })

/** Formats a moment for rows: Mar 1, 2026, 1:30 PM. */
export const formatRowTime = times({ dateStyle: 'medium', timeStyle: 'short' })

const gameTime = times({
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats the time of a game or bet: Mar 1, 1:30 PM. */
export function formatGameTime(timestamp: string): string {
  // Replaces the narrow space before AM and PM, which searches don't match.
  return gameTime(timestamp).replaceAll('\u202f', ' ')
}

/** Formats the day of a game: Sun, Mar 1. */
export const formatGameDay = times({
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

type Amount = Pick<Deposit, 'amount' | 'cryptoType'>

/** Formats an exact amount with its asset: '1,234.5 GUMBY'. */
export function amountText({ amount, cryptoType }: Amount): string {
  return `${groupedUnits(amount)} ${cryptoType}`
}

/** Groups thousands of an exact amount: '1,234.5'. */
export function groupedUnits(amount: string): string {
  const [whole = '', fraction] = amount.split('.')
  const grouped = whole.replace(/\B(?=(\d{3})+$)/g, ',')
  return fraction ? `${grouped}.${fraction}` : grouped
}

/** Shortens an address or hash to its ends. */
export function shortHex(hex: string): string {
  return `${hex.slice(0, 8)}…${hex.slice(-6)}`
}
