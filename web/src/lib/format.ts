import type { Deposit } from '#core/api/wallet.ts'

const coinFormat = new Intl.NumberFormat('en-US')

/** Formats coins: 12,345. */
export function formatCoins(amount: number): string {
  return coinFormat.format(amount)
}

const decimalFormat = new Intl.NumberFormat('en-US', {
  minimumFractionDigits: 2,
  maximumFractionDigits: 2,
})

/** Formats fractions of coins: 12,345.60. */
export function formatTwoDecimals(amount: number): string {
  return decimalFormat.format(amount)
}

/** Formats coins with their unit: 1 coin, 12,345 coins. */
export function coinsText(amount: number): string {
  return `${formatCoins(amount)} ${amount === 1 ? 'coin' : 'coins'}`
}

const signedFormat = new Intl.NumberFormat('en-US', {
  signDisplay: 'exceptZero',
})

/** Formats coins gained or lost: +12,345, −5, 0. */
export function formatGain(amount: number): string {
  // A minus as wide as the plus.
  return signedFormat.format(amount).replace('-', '\u2212')
}

/** States a payout and what it gained: Paid 50 coins (+40). */
export function paidText(staked: number, paid: number): string {
  return `Paid ${coinsText(paid)} (${formatGain(paid - staked)})`
}

const multipleFormat = new Intl.NumberFormat('en-US', {
  maximumFractionDigits: 2,
})

/** Formats a payout as a multiple of the stake: 1.98×. */
export function formatMultiple({
  stake,
  payout,
}: {
  stake: number
  payout: number
}): string {
  return `${multipleFormat.format(payout / stake)}\u00d7`
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** Formats a day: March 1, 2026. */
export function formatDay(timestamp: string): string {
  return dayFormat.format(new Date(timestamp))
}

const clockFormat = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' })

/** Formats a time of day: 1:30 PM. */
export function formatClock(timestamp: string): string {
  return clockFormat.format(new Date(timestamp))
}

const timeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'long',
  timeStyle: 'medium',
})

/** Formats a moment: March 1, 2026 at 1:30:05 PM. */
export function formatTime(timestamp: string): string {
  return timeFormat.format(new Date(timestamp))
}

const rowTimeFormat = new Intl.DateTimeFormat('en-US', {
  dateStyle: 'medium',
  timeStyle: 'short',
})

/** Formats a moment for rows: Mar 1, 2026, 1:30 PM. */
export function formatRowTime(timestamp: string): string {
  return rowTimeFormat.format(new Date(timestamp))
}

const gameTimeFormat = new Intl.DateTimeFormat('en-US', {
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
})

/** Formats the time of a game or bet: Mar 1, 1:30 PM. */
export function formatGameTime(timestamp: string): string {
  // Replaces the narrow space before AM and PM, which searches don't match.
  return gameTimeFormat.format(new Date(timestamp)).replaceAll('\u202f', ' ')
}

const gameDayFormat = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
})

/** Formats the day of a game: Sun, Mar 1. */
export function formatGameDay(timestamp: string): string {
  return gameDayFormat.format(new Date(timestamp))
}

/** Formats an exact amount with its asset: '1,234.5 GUMBY'. */
export function amountText({
  amount,
  cryptoType,
}: Pick<Deposit, 'amount' | 'cryptoType'>): string {
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
