/** What credits of deposits are called among what operators pause. */
export const DEPOSITS = 'Deposits'
