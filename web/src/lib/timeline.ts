export type Beat = {
  atMs: number
  act: () => void
}

export type Timeline = {
  /** Resolves at the end. */
  end: Promise<void>
  /** Ends it now, and drops the remaining beats. */
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
