/** What bets on games are taken, confirmed and given back by: the same facts for the API and for the page that explains them. */

const HOUR_MS = 3_600_000

/** Older prices take no bets, in ms. */
export const PRICES_FRESH_MS = { pregame: 10 * 60_000, live: 30_000 }

/**
 * How far the next prices of a live bet may imply another chance, as a share of
 * the one taken. Less than the bookmakers' margin, so that who saw a basket
 * before the feed did gains nothing by it.
 */
export const CONFIRM_WITHIN = 0.02

/** Of the feed's time: a game that starts later gives all stakes back. */
export const START_WITHIN_MS = 12 * HOUR_MS

/** How much more than 1 the chances that a simulated season's prices imply sum to. */
export const OVERROUND = 0.046
