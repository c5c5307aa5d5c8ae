/** Pause name of deposit credits. */
export const DEPOSITS = 'Deposits'

/** Pause name of a detected restore; it stops all bets and steps of rounds. */
export const RESTORE = 'Restore'

/** Notice to players during that pause. */
export const RESTORE_NOTICE =
  'The casino was restored from a backup. Games reopen once every player has new seeds.'
