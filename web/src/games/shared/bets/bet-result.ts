import type { Transaction } from '#core/api/history.ts'
import { formatGain } from '../../../lib/format.ts'

export type BetResult = 'open' | 'won' | 'lost' | 'even'

export interface ShownResult {
  is: BetResult
  /** The coins gained or lost, or that they are not known yet. */
  text: string
}

/** How a bet stands; undefined where the API does not say. */
export function betResult({
  settlement,
}: Pick<Transaction, 'settlement'>): ShownResult | undefined {
  if (settlement === undefined) return undefined
  if (settlement === null) return { is: 'open', text: 'Open' }
  const gain = settlement.payout - settlement.stake
  const text = formatGain(gain)
  if (gain === 0) return { is: 'even', text }
  return { is: gain > 0 ? 'won' : 'lost', text }
}
