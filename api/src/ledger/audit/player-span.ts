/** A part of a player's log: what happened from one closing to the next. */
export type PlayerSpan = {
  player: string
  /** The last ledger transaction before it. */
  after: number
  /** Its own last one. */
  seq: number
  /** Rounds that were not over before it. */
  openBefore: readonly string[]
  /** Rounds that were not over at its end: they belong to a later one. */
  openRounds: readonly string[]
}

/** Whether anything happened in it. */
export function isEventful(span: PlayerSpan): boolean {
  return span.seq > span.after || endedBefore(span).length > 0
}

/** Rounds of an earlier span that ended in this one, in the order of their ids. */
export function endedBefore({ openBefore, openRounds }: PlayerSpan): string[] {
  return openBefore.filter((id) => !openRounds.includes(id)).toSorted()
}
