import { groupedUnits } from '../../lib/amount-text.ts'

/** Units of the chain's coin, rounded down to three decimals or, below one, to six: '9,999.997'. */
export function shortUnits(units: string): string {
  const [whole = '', fraction = ''] = units.split('.')
  const short = fraction.slice(0, whole === '0' ? 6 : 3).replace(/0+$/, '')
  return groupedUnits(short ? `${whole}.${short}` : whole)
}
