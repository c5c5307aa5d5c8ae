import { impliedProbability } from '#core/sports/american-odds.ts'
import { usePersistedSetting } from '../../lib/persisted-setting.ts'
import { type OddsFormat, oddsFormat } from './odds-format.ts'

/** American odds as people read them, a plus sign before those above 0; or what a coin comes to. */
export function oddsText(price: number, format: OddsFormat): string {
  if (format === 'decimal') return (1 / impliedProbability(price)).toFixed(2)
  return price > 0 ? `+${price}` : `\u2212${-price}`
}

/** Odds in the way that this player reads them. */
export function useOddsText(): (price: number) => string {
  const format = usePersistedSetting(oddsFormat)
  return (price) => oddsText(price, format)
}
