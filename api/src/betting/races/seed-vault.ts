import { setImmediate } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { previousSeed } from '#core/race/seed-chain.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'
import type {
  KeptSeed,
  NewChain,
  RaceChain,
  SeedsStore,
} from './seeds.store.ts'

/** About three months of races. The next chain's end is shown with its first race. */
const CHAIN_LENGTH = 200_000
/** Races between two seeds that are kept: as many hashes as a look-up takes at most. */
const KEPT_EVERY = 500
const SEED_BYTES = 32

type SeedVaultDeps = {
  store: SeedsStore
  box: SealedBox
  entropy: Entropy
  hashes: Hashes
}

/** The races' seeds: made long before, and shown one by one. */
export class SeedVault {
  readonly #deps: SeedVaultDeps

  constructor(deps: SeedVaultDeps) {
    this.#deps = deps
  }

  /** A chain whose first seed is a race's, not stored yet. */
  async newChain(firstRace: number): Promise<NewChain> {
    const { entropy, hashes } = this.#deps
    const lastRace = firstRace + CHAIN_LENGTH - 1
    const seeds: KeptSeed[] = []
    let seed = Buffer.from(entropy(SEED_BYTES)).toString('hex')
    for (let race = lastRace; race >= firstRace; race -= 1) {
      if ((lastRace - race) % KEPT_EVERY === 0) {
        seeds.push({ raceNumber: race, sealed: this.#seal(seed, race) })
        // Requests are answered meanwhile.
        await setImmediate()
      }
      seed = previousSeed(hashes, seed)
    }
    return { firstRace, lastRace, end: seed, seeds }
  }

  /** The seed of a race of a chain: a secret until its betting has closed. */
  async seedOf(chain: RaceChain, raceNumber: number): Promise<string> {
    const { hashes, store } = this.#deps
    const kept = await store.nextSeed(chain.id, raceNumber)
    assert(kept !== undefined, "a chain's last seed is kept")
    let seed = this.#open(kept)
    for (let race = kept.raceNumber; race > raceNumber; race -= 1) {
      seed = previousSeed(hashes, seed)
    }
    return seed
  }

  #seal(seed: string, race: number): Uint8Array {
    return this.#deps.box.seal(Buffer.from(seed, 'hex'), contextOf(race))
  }

  #open({ raceNumber, sealed }: KeptSeed): string {
    const seed = this.#deps.box.open(sealed, contextOf(raceNumber))
    return Buffer.from(seed).toString('hex')
  }
}

function contextOf(race: number): string {
  return `race-seed:${race}`
}
