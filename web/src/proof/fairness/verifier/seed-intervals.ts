import * as z from 'zod/mini'

/**
 * A time in which a client seed was in force, in nonces, as far as this browser
 * knows. The list of an epoch's intervals is in the order they began in.
 */
const seedInterval = z.object({
  seed: z.string(),
  /** No round before this one can have had the seed. */
  from: z.int(),
  /** What the house said of it; nothing while it was only sent. */
  shown: z.optional(
    z.object({
      setAt: z.string(),
      /** The next round's nonces when it was shown first and last. */
      first: z.int(),
      last: z.int(),
    }),
  ),
})
export const seedIntervals = z.array(seedInterval)
export type SeedInterval = z.infer<typeof seedInterval>

/** What the house shows to be in force for the next round. */
export type ShownSeed = { clientSeed: string; clientSeedSetAt: string }

/** Whether a seed can have decided a round. */
export type SeedUse =
  | 'in_force'
  /** It is one of the player's, but of another time: another was in force. */
  | 'out_of_force'
  /** Not seen in force, but another browser may have set it meanwhile. */
  | 'possible'
  /** Never seen, and another seed was in force. */
  | 'unseen'

const INTERVALS_MAX = 16

/** @param from the next round's nonce, as far as this browser knows. */
export function withSent(
  intervals: readonly SeedInterval[],
  seed: string,
  from: number,
): SeedInterval[] {
  const since = Math.max(from, lastShown(intervals)?.shown.last ?? 0)
  return withNewest(intervals, { seed, from: since })
}

/** @param nonce that of the next round. */
export function withShown(
  intervals: readonly SeedInterval[],
  { clientSeed: seed, clientSeedSetAt: setAt }: ShownSeed,
  nonce: number,
): SeedInterval[] {
  const latest = lastShown(intervals)
  if (latest?.seed === seed && latest.shown.setAt === setAt) {
    const last = Math.max(nonce, latest.shown.last)
    const longer = { ...latest, shown: { ...latest.shown, last } }
    return intervals.map((one) => {
      if (one === latest) return longer
      return one.shown ? one : { ...one, from: Math.max(one.from, last) }
    })
  }
  const shown = { setAt, first: nonce, last: nonce }
  const sent = intervals.findLast((one) => one.seed === seed && !one.shown)
  const from = sent?.from ?? latest?.shown.last ?? 0
  const others = intervals.filter((one) => one !== sent)
  return withNewest(others, { seed, from, shown })
}

/** Whether a known seed can have decided the round of a nonce. */
export function isInForce(
  intervals: readonly SeedInterval[],
  seed: string,
  nonce: number,
): boolean {
  const oldest = intervals.find(({ shown }) => shown)?.shown
  // Nothing is known of the order of seeds before.
  if (!oldest || nonce < oldest.first) return true
  return intervals.some(
    (one, at) =>
      one.seed === seed &&
      one.from <= nonce &&
      intervals
        .slice(at + 1)
        .every(({ shown }) => shown === undefined || nonce < shown.first),
  )
}

/** Whether one seed was in force before and after the round of a nonce. */
export function isSettled(
  intervals: readonly SeedInterval[],
  nonce: number,
): boolean {
  return intervals.some(
    ({ shown }) => shown && shown.first <= nonce && nonce < shown.last,
  )
}

/**
 * What was only sent is forgotten first: by what was shown, rounds are judged.
 */
function withNewest(
  intervals: readonly SeedInterval[],
  newest: SeedInterval,
): SeedInterval[] {
  const dropped =
    intervals.length < INTERVALS_MAX
      ? undefined
      : (intervals.find(({ shown }) => !shown) ?? intervals[0])
  return [...intervals.filter((one) => one !== dropped), newest]
}

type ShownInterval = SeedInterval & {
  shown: NonNullable<SeedInterval['shown']>
}

function lastShown(
  intervals: readonly SeedInterval[],
): ShownInterval | undefined {
  return intervals.findLast(
    (one): one is ShownInterval => one.shown !== undefined,
  )
}
