import { setImmediate } from 'node:timers/promises'
import { and, asc, eq, gte, lte } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import { fromHex, toHex } from '#core/fairness/hashes.ts'
import { linkBefore, previousSeed } from '#core/race/seed-chain.ts'
import { onlyRow } from '../../../platform/db/database.ts'
import { type Term, withFencing } from '../../../platform/db/lease.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { SealedColumn } from '../../../platform/secrets/sealed-columns.ts'
import type { RaceChain } from '../races.store.ts'
import { raceChains, raceSeeds } from '../races.table.ts'

/** About three months of races. */
const CHAIN_LENGTH = 200_000
/** Races between two stored seeds, and so the most hashes of a lookup. */
const STORED_EVERY = 500
const SEED_BYTES = 32

export type SeedChains = ReturnType<typeof createSeedChains>

/** Generates and stores chains of seeds, and reveals them in reverse. */
export function createSeedChains(
  deps: Pick<Platform, 'box' | 'db' | 'entropy' | 'hashes'>,
) {
  const { db, box, entropy, hashes } = deps

  /** Generates a chain that starts with a race. */
  async function generate(firstRace: number) {
    const lastRace = firstRace + CHAIN_LENGTH - 1
    const seeds: { raceNumber: number; sealed: Uint8Array }[] = []
    let seed = toHex(entropy(SEED_BYTES))
    for (let race = lastRace; race >= firstRace; race -= 1) {
      if ((lastRace - race) % STORED_EVERY === 0) {
        const sealed = box.seal(fromHex(seed), toContext(race))
        seeds.push({ raceNumber: race, sealed })
        // Lets the process answer requests.
        await setImmediate()
      }
      seed = previousSeed(hashes, seed)
    }
    return { chain: { firstRace, lastRace, end: seed }, seeds }
  }

  return {
    /** Returns the chain of a race; begins one if the last chain is used up. */
    async openChain(term: Term, race: number): Promise<RaceChain> {
      const { firstRace, lastRace } = raceChains
      const [known] = await db
        .select()
        .from(raceChains)
        .where(and(lte(firstRace, race), gte(lastRace, race)))
      if (known) return known
      const { chain, seeds } = await generate(race)
      return withFencing(term, db, async (tx) => {
        const added = onlyRow(
          await tx.insert(raceChains).values(chain).returning(),
        )
        const rows = seeds.map((seed) => ({ ...seed, chainId: added.id }))
        await tx.insert(raceSeeds).values(rows)
        return added
      })
    },

    /** Returns a race's seed, which is secret until betting closes. */
    async readSeed(chainId: number, race: number): Promise<string> {
      const [next] = await db
        .select()
        .from(raceSeeds)
        .where(
          and(eq(raceSeeds.chainId, chainId), gte(raceSeeds.raceNumber, race)),
        )
        .orderBy(asc(raceSeeds.raceNumber))
        .limit(1)
      assert(next !== undefined, "a chain's last seed is stored")
      const { raceNumber: number, sealed } = next
      const seed = toHex(box.open(sealed, toContext(number)))
      return linkBefore(hashes, { number, seed }, number - race).seed
    },
  }
}

export const sealedRaceSeeds: SealedColumn = {
  name: 'race seeds',
  table: raceSeeds,
  sealed: raceSeeds.sealed,
  key: [raceSeeds.chainId, raceSeeds.raceNumber],
  toContext: ({ raceNumber }) => toContext(Number(raceNumber)),
}

function toContext(race: number): string {
  return `race-seed:${race}`
}
