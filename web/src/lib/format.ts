const coinFormat = new Intl.NumberFormat('en-US')

/** Coins as people read them: 12,345. */
export function formatCoins(amount: number): string {
  return coinFormat.format(amount)
}
