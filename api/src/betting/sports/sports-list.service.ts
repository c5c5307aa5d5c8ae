import {
  and,
  desc,
  eq,
  exists,
  inArray,
  isNotNull,
  lt,
  or,
  type SQL,
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
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import { isStale } from '#core/sports/offer.ts'
import { sumOpenStakes } from '../../ledger/house-accounts.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { sportsBets, sportsGames } from './sports.table.ts'
import { termsAndState } from './sports-records.ts'

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

export function createSportsList(db: Database, clock: Clock) {
  /** Sums up the bets on games; leaves out games without any. */
  async function readSums(ids: readonly string[]) {
    const { betAmount, gameId, payout, status } = sportsBets
    const isOpen = sql`FILTER (WHERE ${status} = 'pending')`
    const rows = await db
      .select({
        gameId,
        bets: sql`count(*)`.mapWith(Number),
        staked: total(sql`sum(${betAmount})`),
        openBets: sql`count(*) ${isOpen}`.mapWith(Number),
        openStakes: total(sql`sum(${betAmount}) ${isOpen}`),
        reserved: total(sql`sum(stake.reserved) ${isOpen}`),
        paid: total(sql`sum(${payout})`),
      })
      .from(sportsBets)
      .innerJoin(sql`stakes AS stake`, sql`stake.id = ${sportsBets.id}`)
      .where(inArray(gameId, [...ids]))
      .groupBy(gameId)
    return new Map(rows.map(({ gameId: id, ...sums }) => [id, sums]))
  }

  return {
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
        sumOpenStakes(db, SPORTS_GAME_TYPE),
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
      const sums = await readSums(rows.map((row) => row.id))
      return rows.map((row) => ({
        ...row,
        commenceTime: row.commenceTime.toISOString(),
        ...(sums.get(row.id) ?? NO_BETS),
      }))
    },

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
      return rows.map(({ bet, username }) => {
        return { ...termsAndState(bet), userId: bet.userId, username }
      })
    },
  }
}

const NONE = coins(0)
const NO_BETS = {
  bets: 0,
  staked: NONE,
  openBets: 0,
  openStakes: NONE,
  reserved: NONE,
  paid: NONE,
}

function total(sum: SQL) {
  return sql`coalesce(${sum}, 0)`.mapWith((value) => totalCoins(Number(value)))
}
