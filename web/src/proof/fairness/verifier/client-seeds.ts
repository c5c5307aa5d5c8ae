import type { FairnessState } from '#core/api/fairness.ts'
import { epochOf, firstNonceOf } from '#core/fairness/epoch.ts'
import type { PinStore } from './pin-store.ts'
import {
  isInForce,
  isSettled,
  type SeedUse,
  withSent,
  withShown,
} from './seed-intervals.ts'

/**
 * One player on several browsers: each makes a seed of its own, and one is in
 * force.
 */
export type SeedChoice = {
  /** The one in force was made or typed in this browser. */
  isOurs: boolean
  /**
   * The last one in force of another browser, or of this one where that is not.
   */
  other: string | undefined
}

/**
 * Which client seeds this browser sent and was shown, and when they counted.
 */
export class ClientSeeds {
  readonly #store: PinStore

  constructor(store: PinStore) {
    this.#store = store
  }

  /** Notes what the house shows to be in force for the next round. */
  noteShown(state: FairnessState): void {
    const { epoch, nonce, clientSeed, clientSeedBy } = state
    const store = this.#store
    store.noteSeed(epoch, clientSeed, clientSeedBy)
    const intervals = withShown(store.seedIntervals(epoch), state, nonce)
    store.setSeedIntervals(epoch, intervals)
  }

  /** Notes a seed of ours before it is sent: the answer may get lost. */
  noteSent(epoch: number, clientSeed: string): void {
    const store = this.#store
    store.noteSeed(epoch, clientSeed, 'here')
    const from = Math.max(store.unaccounted() ?? 0, firstNonceOf(epoch))
    const intervals = withSent(store.seedIntervals(epoch), clientSeed, from)
    store.setSeedIntervals(epoch, intervals)
  }

  /**
   * Whose seed the next round is played by, as the house shows it, and which
   * could take its place.
   */
  choice({ epoch, clientSeed }: FairnessState): SeedChoice {
    const store = this.#store
    const originOf = (seed: string) => store.seedOrigin(epoch, seed)
    const isOurs = originOf(clientSeed) === 'here'
    const wanted = isOurs ? 'player' : 'here'
    const other = store
      .seedIntervals(epoch)
      .findLast(({ seed, shown }) => shown && originOf(seed) === wanted)?.seed
    return { isOurs, other }
  }

  /** Whether a seed can have decided the round of a nonce. */
  howUsed(clientSeed: string, nonce: number): SeedUse {
    const epoch = epochOf(nonce)
    const intervals = this.#store.seedIntervals(epoch)
    const isKnown = this.#store.seedOrigin(epoch, clientSeed) !== undefined
    if (isKnown && isInForce(intervals, clientSeed, nonce)) return 'in_force'
    if (!isSettled(intervals, nonce)) return 'possible'
    return isKnown ? 'out_of_force' : 'unseen'
  }
}
