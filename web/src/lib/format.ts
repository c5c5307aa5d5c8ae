const coinFormat = new Intl.NumberFormat('en-US')

/** Coins as people read them: 12,345. */
export function formatCoins(amount: number): string {
  return coinFormat.format(amount)
}

const dayFormat = new Intl.DateTimeFormat('en-US', { dateStyle: 'long' })

/** A day as people read it: March 1, 2026. */
export function formatDay(timestamp: string): string {
  return dayFormat.format(new Date(timestamp))
}
