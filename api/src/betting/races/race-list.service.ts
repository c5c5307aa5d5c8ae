import { and, desc, eq, inArray, lt, sql } from 'drizzle-orm'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type {
  OperatorRace,
  OperatorRacesQuery,
} from '#core/api/operator/races.ts'
import { totalCoins } from '#core/money/coins.ts'
import type { Database } from '../../platform/db/database.ts'
import { raceBets, races } from './races.table.ts'

const RECENT = 100

type RaceRow = typeof races.$inferSelect
type Paid = { number: number; paid: number; pending: number }

/** The present race, and what the house keeps for it. */
export type RaceStanding = {
  race: OperatorOverview['race']
  reserved: number
}

/** Races as operators see them. */
export class RaceListService {
  readonly #db: Database

  constructor(db: Database) {
    this.#db = db
  }

  /** The present race, and how many of the last ones were void. */
  async standing(): Promise<RaceStanding> {
    const recent = await this.#db
      .select()
      .from(races)
      .orderBy(desc(races.number))
      .limit(RECENT)
    const [latest] = recent
    if (!latest) return { race: null, reserved: 0 }
    const isVoid = recent.filter(({ status }) => status === 'void')
    const { number, status, closesAt, bets, staked, held } = latest
    const race = {
      number,
      phase: status,
      closesAt: closesAt.toISOString(),
      bets,
      staked: totalCoins(staked),
      voidOfLast100: isVoid.length,
      lastVoid: isVoid[0]?.number ?? null,
    }
    return {
      race,
      reserved: isOver(latest) ? 0 : held,
    }
  }

  /** Newest first. */
  async page(
    { status, before }: OperatorRacesQuery,
    limit: number,
  ): Promise<OperatorRace[]> {
    const rows = await this.#db
      .select()
      .from(races)
      .where(
        and(
          status && eq(races.status, status),
          before === undefined ? undefined : lt(races.number, Number(before)),
        ),
      )
      .orderBy(desc(races.number))
      .limit(limit)
    const paid = await this.#paidOf(rows.map(({ number }) => number))
    return rows.map((row) => shown(row, paid.get(row.number)))
  }

  async #paidOf(numbers: readonly number[]): Promise<Map<number, Paid>> {
    const rows = await this.#db
      .select({
        number: raceBets.raceNumber,
        paid: sql<number>`sum(${raceBets.payout})`.mapWith(Number),
        pending:
          sql<number>`count(*) FILTER (WHERE ${raceBets.status} = 'pending')`.mapWith(
            Number,
          ),
      })
      .from(raceBets)
      .where(inArray(raceBets.raceNumber, [...numbers]))
      .groupBy(raceBets.raceNumber)
    return new Map(rows.map((row) => [row.number, row]))
  }
}

function shown(row: RaceRow, paid: Paid | undefined): OperatorRace {
  return {
    number: row.number,
    id: row.id,
    status: row.status,
    closesAt: row.closesAt.toISOString(),
    startsAt: row.startsAt?.toISOString() ?? null,
    overAt: row.overAt?.toISOString() ?? null,
    bets: row.bets,
    staked: totalCoins(row.staked),
    reserved: totalCoins(isOver(row) ? 0 : row.held),
    paid: totalCoins(paid?.paid ?? 0),
    pendingBets: paid?.pending ?? 0,
    winner: row.order?.[0] ?? null,
    commitment: row.commitment,
    serverSeed: row.serverSeed,
    saltBlock: row.saltBlock?.number ?? null,
  }
}

function isOver({ status }: Pick<RaceRow, 'status'>): boolean {
  return status === 'settled' || status === 'void'
}
