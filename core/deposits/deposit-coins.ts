import { assert } from '../assert.ts'
import { type Coins, coins, MAX_COINS } from '../money/coins.ts'
import { WEI_PER_UNIT } from './asset.ts'

/** Exchange terms of an asset. */
export type AssetTerms = {
  /** The smallest deposit that is credited, in wei. */
  minimumWei: bigint
  /** Coins per unit of 10^18 wei. */
  coinsPerUnit: number
}

type DepositValue =
  | { kind: 'credit'; coins: Coins }
  | { kind: 'below_minimum' }
  /** Exceeds the largest balance. */
  | { kind: 'too_large' }

/** Converts a deposit into coins, rounded down. */
export function depositValue(
  amountWei: bigint,
  { minimumWei, coinsPerUnit }: AssetTerms,
): DepositValue {
  if (amountWei < minimumWei) return { kind: 'below_minimum' }
  const quote = depositCoins(amountWei, coinsPerUnit)
  if (quote > BigInt(MAX_COINS)) return { kind: 'too_large' }
  return { kind: 'credit', coins: coins(Number(quote)) }
}

/** Converts wei into whole coins, rounded down. */
export function depositCoins(amountWei: bigint, coinsPerUnit: number): bigint {
  return (amountWei * BigInt(coinsPerUnit)) / WEI_PER_UNIT
}

const DECIMALS = 18
const UNITS = /^(0|[1-9]\d*)(?:\.(\d{1,18}))?$/

/** Formats an amount in units of its asset, exactly: '0.05' for 5 × 10^16 wei. */
export function formatUnits(amountWei: bigint): string {
  assert(amountWei >= 0n, 'amounts are not negative')
  const whole = amountWei / WEI_PER_UNIT
  const fraction = String(amountWei % WEI_PER_UNIT).padStart(DECIMALS, '0')
  const digits = fraction.replace(/0+$/, '')
  return digits === '' ? String(whole) : `${whole}.${digits}`
}

/** Parses an amount in units into wei; undefined if it is malformed. */
export function parseUnits(units: string): bigint | undefined {
  const [, whole, fraction = ''] = UNITS.exec(units) ?? []
  if (whole === undefined) return undefined
  return BigInt(whole) * WEI_PER_UNIT + BigInt(fraction.padEnd(DECIMALS, '0'))
}
