/**
 * What pauses all bets, and each step of a round, while the database is older
 * than what the house has shown; among what operators pause.
 */
export const RESTORE = 'Restore'

/** What players are told meanwhile. */
export const RESTORE_NOTICE =
  'The casino was restored from a backup. Games open again once every player has new seeds.'
