/** What credits of deposits are called among what operators pause. */
export const DEPOSITS = 'Deposits'

/**
 * Pause name of a detected restore; it pauses all bets and every step of a
 * round.
 */
export const RESTORE = 'Restore'

/** Shown to players during the pause. */
export const RESTORE_NOTICE =
  'The casino was restored from a backup. Games open again once every player has new seeds.'
