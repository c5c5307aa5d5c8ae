import { asc, desc, gte, lt } from 'drizzle-orm'
import type { Database } from '../platform/db/database.ts'
import { houseSamples } from './operators.table.ts'

export type SampleRow = typeof houseSamples.$inferSelect

export class HouseSamplesStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Keeps a sample, unless another process has kept one of its minute. */
  async add(sample: SampleRow): Promise<void> {
    await this.#db.insert(houseSamples).values(sample).onConflictDoNothing()
  }

  async dropBefore(at: Date): Promise<void> {
    await this.#db.delete(houseSamples).where(lt(houseSamples.at, at))
  }

  /** The oldest first. */
  since(at: Date): Promise<SampleRow[]> {
    return this.#db
      .select()
      .from(houseSamples)
      .where(gte(houseSamples.at, at))
      .orderBy(asc(houseSamples.at))
  }

  /** The last one before a moment. */
  async before(at: Date): Promise<SampleRow | undefined> {
    const [row] = await this.#db
      .select()
      .from(houseSamples)
      .where(lt(houseSamples.at, at))
      .orderBy(desc(houseSamples.at))
      .limit(1)
    return row
  }
}
