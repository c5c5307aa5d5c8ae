import type { MarketKey } from '#core/sports/game.ts'

export const MARKET_NAMES: Record<MarketKey, string> = {
  h2h: 'Moneyline',
  spreads: 'Spread',
  totals: 'Total',
}
