/** What can be deposited: the chain's own coin and our two test tokens. */
export const ASSET_SYMBOLS = ['tBNB', 'GUMBY', 'POKEY'] as const
export type AssetSymbol = (typeof ASSET_SYMBOLS)[number]

/** Every asset counts in wei: 10^18 of them are one unit. */
export const WEI_PER_UNIT = 10n ** 18n
