import {
  and,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  lt,
  or,
  sql,
} from 'drizzle-orm'
import type {
  GameBetsQuery,
  OperatorGamesQuery,
  OperatorSportsBet,
  OperatorSportsGame,
  SportsFeedState,
} from '#core/api/operator/sports.ts'
import { coins, totalCoins } from '#core/money/coins.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import { isStale } from '#core/sports/offer.ts'
import { openStakes } from '../../ledger/house-accounts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sportsBets, sportsGames } from './sports.table.ts'

const HOUR_S = 3_600
const HOUR_MS = HOUR_S * 1_000

const GAME = {
  id: sportsGames.id,
  source: sportsGames.source,
  homeTeam: sportsGames.homeTeam,
  awayTeam: sportsGames.awayTeam,
  commenceTime: sportsGames.commenceTime,
  status: sportsGames.status,
  homeScore: sportsGames.homeScore,
  awayScore: sportsGames.awayScore,
  decidedBy: sportsGames.decidedBy,
  heldFor: sportsGames.heldFor,
}

export type SportsListService = ReturnType<typeof openSportsList>

/** Lists games and their bets for operators. */
export function openSportsList(db: Database, clock: Clock) {
  /** Sums up bets by game; reads equal bets as one row. */
  async function sumsOf(ids: readonly string[]): Promise<Map<string, Sums>> {
    const { betAmount, gameId, odds, payout, status } = sportsBets
    const isPending = sql`${status} = 'pending'`
    const equal = await db
      .select({
        gameId,
        betAmount,
        odds,
        isPending: sql<boolean>`${isPending}`,
        count: sql<number>`count(*)`.mapWith(Number),
        paid: sql<number>`coalesce(sum(${payout}), 0)`.mapWith(Number),
      })
      .from(sportsBets)
      .where(inArray(gameId, [...ids]))
      .groupBy(gameId, betAmount, odds, isPending)
    const sums = new Map<string, Sums>()
    for (const some of equal) {
      sums.set(some.gameId, added(sums.get(some.gameId) ?? NO_BETS, some))
    }
    return sums
  }

  return {
    /** Returns the state of the feed with the newest prices, and open stakes. */
    async feedState(): Promise<SportsFeedState> {
      const pricesAt = sql`max(${sportsGames.pricesAt})`
      const [[feed], open, heldGames] = await Promise.all([
        db
          .select({
            source: sportsGames.source,
            lastPollAt: pricesAt.mapWith(sportsGames.pricesAt),
          })
          .from(sportsGames)
          .where(eq(sportsGames.resultVersion, 0))
          .groupBy(sportsGames.source)
          .orderBy(desc(pricesAt))
          .limit(1),
        openStakes(db, 'Sports Bet'),
        db.$count(sportsGames, isNotNull(sportsGames.heldFor)),
      ])
      const pricedAtMs = feed?.lastPollAt.getTime()
      return {
        source: feed?.source ?? null,
        lastPollAt: feed?.lastPollAt.toISOString() ?? null,
        isStale:
          pricedAtMs === undefined ||
          isStale(clock().getTime(), { status: 'scheduled', pricedAtMs }),
        heldGames,
        pendingBets: open.count,
        pendingStakes: totalCoins(open.staked),
        reserved: totalCoins(open.reserved),
      }
    },

    /** Nearest start first, in whole hours so that pages stay stable. */
    async games(
      { before, bets = 'open', id: onlyId }: OperatorGamesQuery,
      limit: number,
    ): Promise<OperatorSportsGame[]> {
      const { commenceTime, id } = sportsGames
      const nowS = Math.floor(clock().getTime() / HOUR_MS) * HOUR_S
      const distance = sql`abs(extract(epoch FROM ${commenceTime}) - ${nowS})`
      const isOpen = exists(
        db
          .select({ one: sql`1` })
          .from(sportsBets)
          .where(
            and(eq(sportsBets.gameId, id), eq(sportsBets.status, 'pending')),
          ),
      )
      const rows = await db
        .select(GAME)
        .from(sportsGames)
        .where(
          and(
            bets === 'open'
              ? or(isOpen, isNotNull(sportsGames.heldFor))
              : undefined,
            onlyId === undefined ? undefined : eq(id, onlyId),
            before === undefined
              ? undefined
              : sql`(${distance}, ${id}) > (
                  SELECT ${distance}, ${id} FROM ${sportsGames}
                  WHERE ${id} = ${before}
                )`,
          ),
        )
        .orderBy(distance, id)
        .limit(limit)
      const sums = await sumsOf(rows.map((row) => row.id))
      return rows.map((row) => ({
        ...row,
        commenceTime: row.commenceTime.toISOString(),
        ...(sums.get(row.id) ?? NO_BETS),
      }))
    },

    /** Newest first. */
    async bets(
      gameId: string,
      { before, status }: GameBetsQuery,
      limit: number,
    ): Promise<OperatorSportsBet[]> {
      const rows = await db
        .select({
          bet: sportsBets,
          username: sql<string>`(
            SELECT username FROM users WHERE users.id = ${sportsBets.userId}
          )`,
        })
        .from(sportsBets)
        .where(
          and(
            eq(sportsBets.gameId, gameId),
            status && eq(sportsBets.status, status),
            before ? lt(sportsBets.id, before) : undefined,
          ),
        )
        .orderBy(desc(sportsBets.id))
        .limit(limit)
      return rows.map(({ bet, username }) => ({
        id: bet.id,
        userId: bet.userId,
        username,
        teamName: bet.teamName,
        market: bet.market,
        point: bet.point,
        bookmaker: bet.bookmaker,
        odds: bet.odds,
        betAmount: coins(bet.betAmount),
        status: bet.status,
        payout: bet.payout === null ? null : coins(bet.payout),
        placedAt: bet.placedAt.toISOString(),
        settledAt: bet.settledAt?.toISOString() ?? null,
        live: bet.isLive,
      }))
    },
  }
}

type Sums = Pick<
  OperatorSportsGame,
  'bets' | 'openBets' | 'openStakes' | 'paid' | 'reserved' | 'staked'
>

const NONE = coins(0)
const NO_BETS: Sums = {
  bets: 0,
  staked: NONE,
  openBets: 0,
  openStakes: NONE,
  reserved: NONE,
  paid: NONE,
}

function added(
  sums: Sums,
  equal: Record<'betAmount' | 'count' | 'odds' | 'paid', number> & {
    isPending: boolean
  },
): Sums {
  const { betAmount, count, isPending, odds } = equal
  const staked = count * betAmount
  const open = isPending ? count : 0
  const payout = betAmount + profitOf(coins(betAmount), odds)
  return {
    bets: sums.bets + count,
    staked: totalCoins(sums.staked + staked),
    openBets: sums.openBets + open,
    openStakes: totalCoins(sums.openStakes + open * betAmount),
    reserved: totalCoins(sums.reserved + open * payout),
    paid: totalCoins(sums.paid + equal.paid),
  }
}
