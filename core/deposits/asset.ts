/** Depositable assets: the chain's own coin and our two test tokens. */
export const ASSET_SYMBOLS = ['tBNB', 'GUMBY', 'POKEY'] as const
export type AssetSymbol = (typeof ASSET_SYMBOLS)[number]

/** Wei of one unit, for every asset. */
export const WEI_PER_UNIT = 10n ** 18n
