import { and, desc, eq, getTableColumns, lt } from 'drizzle-orm'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import type {
  OperatorRace,
  OperatorRacesQuery,
} from '#core/api/operator/races.ts'
import { totalCoins } from '#core/money/coins.ts'
import type { Database } from '../../platform/db/database.ts'
import { isOver, type RaceRow } from './races.store.ts'
import { raceBets, races } from './races.table.ts'

const RECENT = 100

/** The current race and its reserved payout, in coins. */
type RaceStanding = {
  race: OperatorOverview['race']
  reserved: number
}

/** Lists races for operators. */
export function createRaceList(db: Database) {
  return {
    /** Returns the current race, and counts recent void ones. */
    async standing(): Promise<RaceStanding> {
      const recent = await db
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
      return { race, reserved: isOver(latest) ? 0 : held }
    },

    /** Newest first. */
    async page(
      { status, before }: OperatorRacesQuery,
      limit: number,
    ): Promise<OperatorRace[]> {
      const pendingBets = db.$count(
        raceBets,
        and(
          eq(raceBets.raceNumber, races.number),
          eq(raceBets.status, 'pending'),
        ),
      )
      const rows = await db
        .select({ ...getTableColumns(races), pendingBets })
        .from(races)
        .where(
          and(
            status && eq(races.status, status),
            before === undefined ? undefined : lt(races.number, Number(before)),
          ),
        )
        .orderBy(desc(races.number))
        .limit(limit)
      return rows.map(toOperatorRace)
    },
  }
}

function toOperatorRace(row: RaceRow & { pendingBets: number }): OperatorRace {
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
    paid: totalCoins(row.paid),
    pendingBets: row.pendingBets,
    winner: row.order?.[0] ?? null,
    commitment: row.commitment,
    serverSeed: row.serverSeed,
    saltBlock: row.saltBlock?.number ?? null,
  }
}
