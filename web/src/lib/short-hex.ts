/** The two ends by which people tell addresses and hashes apart. */
export function shortHex(hex: string): string {
  return `${hex.slice(0, 8)}…${hex.slice(-6)}`
}
