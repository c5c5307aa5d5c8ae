/**
 * Coins that a player has to stake in a week for a place by return: with less,
 * one lucky bet would lead. A place by multiple needs none.
 */
export const RANKED_STAKE_MIN = 5_000
