import { and, asc, eq, gte, lte } from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { raceChains, raceSeeds } from './races.table.ts'

export type RaceChain = typeof raceChains.$inferSelect
export type KeptSeed = Pick<
  typeof raceSeeds.$inferSelect,
  'raceNumber' | 'sealed'
>
export type NewChain = Pick<RaceChain, 'firstRace' | 'lastRace' | 'end'> & {
  seeds: readonly KeptSeed[]
}

/** The chains of seeds. */
export class SeedsStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The chain that a race's seed is of. */
  async chainOf(raceNumber: number): Promise<RaceChain | undefined> {
    const [chain] = await this.#db
      .select()
      .from(raceChains)
      .where(
        and(
          lte(raceChains.firstRace, raceNumber),
          gte(raceChains.lastRace, raceNumber),
        ),
      )
    return chain
  }

  /** The ends of all chains, the first one first. */
  ends(): Promise<Pick<RaceChain, 'firstRace' | 'end'>[]> {
    const { firstRace, end } = raceChains
    return this.#db
      .select({ firstRace, end })
      .from(raceChains)
      .orderBy(asc(firstRace))
  }

  async addChain(
    tx: Transaction,
    { seeds, ...chain }: NewChain,
  ): Promise<RaceChain> {
    const [added] = await tx.insert(raceChains).values(chain).returning()
    assert(added !== undefined, 'an insert gives its row')
    const rows = seeds.map((seed) => ({ ...seed, chainId: added.id }))
    await tx.insert(raceSeeds).values(rows)
    return added
  }

  /** The seed that is kept of a race, or of the next one whose seed is. */
  async nextSeed(
    chainId: number,
    raceNumber: number,
  ): Promise<KeptSeed | undefined> {
    const [kept] = await this.#db
      .select()
      .from(raceSeeds)
      .where(
        and(
          eq(raceSeeds.chainId, chainId),
          gte(raceSeeds.raceNumber, raceNumber),
        ),
      )
      .orderBy(asc(raceSeeds.raceNumber))
      .limit(1)
    return kept
  }
}
