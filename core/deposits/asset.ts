/** The chain's own coin. */
export const NATIVE = {
  symbol: 'tBNB',
  coinsPerUnit: 100_000,
  minimum: '0.01',
} as const

/**
 * BEP-20 test tokens that can be deposited. `npm run deploy` deploys those that
 * are missing; COINS_PER_<SYMBOL> and MINIMUM_<SYMBOL> replace their terms.
 */
export const TOKENS = [
  { symbol: 'GUMBY', name: 'Gumby Test', coinsPerUnit: 1, minimum: '100' },
  { symbol: 'POKEY', name: 'Pokey Test', coinsPerUnit: 1, minimum: '100' },
] as const

export const ASSETS = [NATIVE, ...TOKENS] as const
export const ASSET_SYMBOLS = ASSETS.map(({ symbol }) => symbol)
export const TOKEN_SYMBOLS = TOKENS.map(({ symbol }) => symbol)
export type AssetSymbol = (typeof ASSET_SYMBOLS)[number]

/** Builds a record with one entry per asset. */
export function byAsset<T>(
  getEntry: (asset: (typeof ASSETS)[number], index: number) => T,
): Record<AssetSymbol, T> {
  const entries = ASSETS.map((asset, index) => [
    asset.symbol,
    getEntry(asset, index),
  ])
  return Object.fromEntries(entries) as Record<AssetSymbol, T>
}

/** Wei of one unit, for every asset: all have 18 decimals. */
export const WEI_PER_UNIT = 10n ** 18n
