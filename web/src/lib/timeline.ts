export interface Beat {
  atMs: number
  act: () => void
}

export interface Timeline {
  /** Resolves when the last of it is over. */
  end: Promise<void>
  /** Ends it now; the beats that have not come never will. */
  skip: () => void
}

/** Schedules beats, up to an end that can be skipped to. */
export function playTimeline(
  endMs: number,
  beats: readonly Beat[] = [],
): Timeline {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timers = beats.map(({ atMs, act }) => setTimeout(act, atMs))
  timers.push(setTimeout(resolve, endMs))
  return {
    end: promise,
    skip: () => {
      for (const timer of timers) clearTimeout(timer)
      resolve()
    },
  }
}
