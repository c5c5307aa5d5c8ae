import { assert } from '../assert.ts'

/** Depositable assets: the chain's own coin and our two test tokens. */
export const ASSET_SYMBOLS = ['tBNB', 'GUMBY', 'POKEY'] as const
export type AssetSymbol = (typeof ASSET_SYMBOLS)[number]

const DECIMALS = 18
/** Wei of one unit, for every asset. */
export const WEI_PER_UNIT = 10n ** 18n
const UNITS = /^(0|[1-9]\d*)(?:\.(\d{1,18}))?$/

/** Formats an amount in units of its asset, exactly: '0.05' for 5 × 10^16 wei. */
export function unitsOf(amountWei: bigint): string {
  assert(amountWei >= 0n, 'amounts are not negative')
  const whole = amountWei / WEI_PER_UNIT
  const fraction = String(amountWei % WEI_PER_UNIT).padStart(DECIMALS, '0')
  const digits = fraction.replace(/0+$/, '')
  return digits === '' ? String(whole) : `${whole}.${digits}`
}

/** Parses an amount in units into wei; undefined if it is malformed. */
export function weiOf(units: string): bigint | undefined {
  const [, whole, fraction = ''] = UNITS.exec(units) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole) * WEI_PER_UNIT + BigInt(fraction.padEnd(DECIMALS, '0'))
}
