import type { FairnessState } from '#core/api/fairness.ts'
import { getEpoch, getFirstNonce } from '#core/fairness/epoch.ts'
import type { PinStore, SeedInterval } from './pin-store.ts'

/**
 * One player on several browsers: each makes a seed of its own, and one is in
 * force.
 */
export type SeedChoice = {
  /** True if the one in force was made or typed in this browser. */
  isOurs: boolean
  /**
   * The latest seed that was in force and made elsewhere. If the one in force is
   * from elsewhere, the latest one made in this browser.
   */
  other: string | undefined
}

/** Relation of a client seed to a round. */
export type SeedUse =
  | 'in_force'
  /** One of the player's, but another one was in force. */
  | 'out_of_force'
  /** Not seen in force, but another browser may have set it meanwhile. */
  | 'possible'
  /** Never seen, and another seed was in force. */
  | 'unseen'

const INTERVALS_MAX = 16

/** Stores the seed that the server reports in force for the next round. */
export function noteShownSeed(store: PinStore, state: FairnessState): void {
  const { epoch, clientSeed, clientSeedBy } = state
  store.noteSeed(epoch, clientSeed, clientSeedBy)
  store.setSeedIntervals(epoch, withShown(store.seedIntervals(epoch), state))
}

/** Stores a seed of this browser before it is sent: the response may get lost. */
export function noteSentSeed(
  store: PinStore,
  epoch: number,
  seed: string,
): void {
  store.noteSeed(epoch, seed, 'here')
  const intervals = store.seedIntervals(epoch)
  const from = Math.max(
    store.unaccounted() ?? 0,
    getFirstNonce(epoch),
    lastShown(intervals)?.shown.last ?? 0,
  )
  store.setSeedIntervals(epoch, withNewest(intervals, { seed, from }))
}

/** Returns the origin of the next round's seed, and the seed that could replace it. */
export function seedChoice(
  store: PinStore,
  { epoch, clientSeed }: FairnessState,
): SeedChoice {
  const findOrigin = (seed: string) => store.seedOrigin(epoch, seed)
  const isOurs = findOrigin(clientSeed) === 'here'
  const wanted = isOurs ? 'player' : 'here'
  const other = store
    .seedIntervals(epoch)
    .findLast(({ seed, shown }) => shown && findOrigin(seed) === wanted)?.seed
  return { isOurs, other }
}

/** Returns how a seed relates to the round of a nonce. */
export function seedUse(
  store: PinStore,
  clientSeed: string,
  nonce: number,
): SeedUse {
  const epoch = getEpoch(nonce)
  const intervals = store.seedIntervals(epoch)
  const isKnown = store.seedOrigin(epoch, clientSeed) !== undefined
  if (isKnown && isInForce(intervals, clientSeed, nonce)) return 'in_force'
  // One seed was in force both before and after the round.
  const isSettled = intervals.some(
    ({ shown }) => shown && shown.first <= nonce && nonce < shown.last,
  )
  if (!isSettled) return 'possible'
  return isKnown ? 'out_of_force' : 'unseen'
}

function withShown(
  intervals: readonly SeedInterval[],
  { clientSeed: seed, clientSeedSetAt: setAt, nonce }: FairnessState,
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

/** True if a known seed can have decided the round of a nonce. */
function isInForce(
  intervals: readonly SeedInterval[],
  seed: string,
  nonce: number,
): boolean {
  const oldest = intervals.find(({ shown }) => shown)?.shown
  // The order of earlier seeds is unknown.
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

/** Drops seeds that were only sent first: rounds are judged by the shown ones. */
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
