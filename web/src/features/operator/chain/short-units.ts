import { groupedUnits } from '../../../lib/amount-text.ts'

const DECIMALS = 6

/** Units of the chain's coin where there is little room, rounded down: '9,999.99759'. */
export function shortUnits(units: string): string {
  const [whole = '', fraction = ''] = units.split('.')
  const short = fraction.slice(0, DECIMALS).replace(/0+$/, '')
  return groupedUnits(short ? `${whole}.${short}` : whole)
}
