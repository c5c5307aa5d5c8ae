import { eq, sql } from 'drizzle-orm'
import type { Share } from '#core/returns/round-shares.ts'
import { joined, NO_ROUNDS, type Tally } from '#core/returns/tally.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { gameTallies, tallyCursors } from './returns.table.ts'

type TallyRow = typeof gameTallies.$inferSelect
export type Source = typeof tallyCursors.$inferSelect.source

/** Stands for nothing counted yet. */
const START = {}

export class TalliesStore {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** Reads how far it is counted. */
  async positionOf(source: Source): Promise<unknown> {
    const [row] = await this.#db
      .select({ position: tallyCursors.position })
      .from(tallyCursors)
      .where(eq(tallyCursors.source, source))
    return row?.position ?? START
  }

  /** Has others who count wait for the transaction's end. */
  async lock(tx: Transaction, source: Source): Promise<unknown> {
    await tx
      .insert(tallyCursors)
      .values({ source, position: START, countedAt: new Date(0) })
      .onConflictDoNothing()
    const [row] = await tx
      .select()
      .from(tallyCursors)
      .where(eq(tallyCursors.source, source))
      .for('update')
    return row?.position
  }

  async move(
    tx: Transaction,
    source: Source,
    cursor: { position: object; countedAt: Date },
  ): Promise<void> {
    await tx
      .update(tallyCursors)
      .set(cursor)
      .where(eq(tallyCursors.source, source))
  }

  async add(tx: Transaction, shares: readonly Share[]): Promise<void> {
    const lines = Map.groupBy(
      shares,
      ({ gameType, isJackpot }) => `${isJackpot} ${gameType}`,
    )
    for (const line of lines.values()) {
      const [first] = line
      if (!first) continue
      const tally = line.reduce(
        (sum, share) => joined(sum, share.tally),
        NO_ROUNDS,
      )
      await addTally(tx, { ...first, tally })
    }
  }

  all(): Promise<TallyRow[]> {
    return this.#db.select().from(gameTallies)
  }

  cursors() {
    return this.#db.select().from(tallyCursors)
  }
}

export function tallyIn(row: TallyRow): Tally {
  const { hits, largest, luck: coins, paid, rounds, staked, variance } = row
  return { rounds, hits, staked, paid, luck: { coins, variance, largest } }
}

async function addTally(
  tx: Transaction,
  { gameType, isJackpot, tally }: Share,
): Promise<void> {
  const { luck, ...sums } = tally
  const { coins, variance, largest } = luck
  const fresh = { ...sums, luck: coins, variance, largest }
  const { rounds, hits, staked, paid } = gameTallies
  await tx
    .insert(gameTallies)
    .values({ gameType, isJackpot, ...fresh })
    .onConflictDoUpdate({
      target: [gameTallies.gameType, gameTallies.isJackpot],
      set: {
        rounds: sql`${rounds} + excluded.rounds`,
        hits: sql`${hits} + excluded.hits`,
        staked: sql`${staked} + excluded.staked`,
        paid: sql`${paid} + excluded.paid`,
        luck: sql`${gameTallies.luck} + excluded.luck`,
        variance: sql`${gameTallies.variance} + excluded.variance`,
        largest: sql`greatest(${gameTallies.largest}, excluded.largest)`,
      },
    })
}
