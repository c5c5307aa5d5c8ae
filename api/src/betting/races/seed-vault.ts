import { setImmediate } from 'node:timers/promises'
import { assert } from '#core/assert.ts'
import type { Hashes } from '#core/fairness/hashes.ts'
import { previousSeed } from '#core/race/seed-chain.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'
import type {
  NewChain,
  RaceChain,
  RacesStore,
  SealedSeed,
} from './races.store.ts'

/** About three months of races. */
const CHAIN_LENGTH = 200_000
/** Races between two stored seeds, and so the most hashes of a lookup. */
const STORED_EVERY = 500
const SEED_BYTES = 32

export type SeedVault = ReturnType<typeof openSeedVault>

/** Generates chains of seeds, and reveals them in reverse. */
export function openSeedVault(deps: {
  store: RacesStore
  box: SealedBox
  entropy: Entropy
  hashes: Hashes
}) {
  const { store, box, entropy, hashes } = deps
  return {
    /** Generates a chain that starts with a race; does not store it. */
    async newChain(firstRace: number): Promise<NewChain> {
      const lastRace = firstRace + CHAIN_LENGTH - 1
      const seeds: SealedSeed[] = []
      let seed = Buffer.from(entropy(SEED_BYTES)).toString('hex')
      for (let race = lastRace; race >= firstRace; race -= 1) {
        if ((lastRace - race) % STORED_EVERY === 0) {
          const sealed = box.seal(Buffer.from(seed, 'hex'), contextOf(race))
          seeds.push({ raceNumber: race, sealed })
          // Lets the process answer requests.
          await setImmediate()
        }
        seed = previousSeed(hashes, seed)
      }
      return { firstRace, lastRace, end: seed, seeds }
    },

    /** Returns a race's seed, which is secret until betting closes. */
    async seedOf(chain: RaceChain, raceNumber: number): Promise<string> {
      const next = await store.nextSeed(chain.id, raceNumber)
      assert(next !== undefined, "a chain's last seed is stored")
      const opened = box.open(next.sealed, contextOf(next.raceNumber))
      let seed = Buffer.from(opened).toString('hex')
      for (let race = next.raceNumber; race > raceNumber; race -= 1) {
        seed = previousSeed(hashes, seed)
      }
      return seed
    },
  }
}

function contextOf(race: number): string {
  return `race-seed:${race}`
}
