import {
  and,
  asc,
  eq,
  gt,
  isNotNull,
  isNull,
  lt,
  ne,
  or,
  type SQL,
  sql,
} from 'drizzle-orm'
import { assert } from '#core/assert.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { getProfit } from '#core/sports/american-odds.ts'
import { type Grade, gradeSelection } from '#core/sports/grading.ts'
import { isConfirmedBy } from '#core/sports/offer.ts'
import { START_WITHIN_MS } from '#core/sports/terms.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { StakesService } from '../../ledger/stakes.service.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Guard, withFencing } from '../../platform/db/lease.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SettledBet } from '../settled-bets.ts'
import type { SportsFeed } from './feed/sports-feed.ts'
import {
  type BetRow,
  type BetWithGame,
  type ClosedFor,
  type GameRow,
  sportsBets,
  sportsGames,
} from './sports.table.ts'
import { betsWithGames } from './sports-records.ts'

const OVERDUE_AFTER_MS = 24 * 3_600_000
/** Batch sizes of a settlement pass. */
const BETS_AT_ONCE = 100
const GAMES_AT_ONCE = 200

const IS_PENDING = eq(sportsBets.status, 'pending')
const IS_OPEN = and(IS_PENDING, isNull(sportsGames.heldFor))

/** A bet's new status, with the player's new balance if coins moved. */
type Change = Pick<SettledBet, 'payout' | 'status'> & { balance?: number }

/**
 * Settles bets in the leading process, one transaction each. Reads bet and game
 * again once they are locked, so that repeating a settlement changes nothing.
 */
export function createSettlement(
  deps: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'> & {
    stakes: StakesService
    ledger: Pick<LedgerService, 'lock'>
    feed: Pick<SportsFeed, 'source' | 'speed'>
    onSettled(bet: SettledBet & Change): void
  },
) {
  const { db, stakes, ledger, clock, log, metrics } = deps
  const { source, speed } = deps.feed
  const betsOverdue = metrics.gauge(
    'sports_bets_overdue',
    'Bets unsettled a day after the start of their game, in the leading process',
  )
  const gamesAwaitingOperator = metrics.gauge(
    'sports_games_held',
    'Games with contradictory feed data that wait for an operator, in the leading process',
  )
  const coinsAbsorbed = metrics.counter(
    'sports_absorbed_coins_total',
    'Coins that corrections could not take back from players',
  )

  /** Handles live bets with newer prices or a result. */
  async function confirmLive(term: Guard): Promise<void> {
    const isDecidable = or(
      gt(sportsGames.pricesAt, sportsBets.placedAt),
      gt(sportsGames.resultVersion, 0),
    )
    const ids = await findIds(
      IS_OPEN,
      isNull(sportsBets.confirmedAt),
      isDecidable,
    )
    for (const id of ids) await settle(term, id, confirm)
  }

  /** Refunds bets on games that did not start in time, or whose feed is gone. */
  async function refundNotPlayed(term: Guard): Promise<void> {
    const before = new Date(clock().getTime() - START_WITHIN_MS / speed)
    const ids = await findIds(
      IS_OPEN,
      lt(sportsBets.commenceTime, before),
      eq(sportsGames.resultVersion, 0),
      or(eq(sportsGames.status, 'scheduled'), ne(sportsGames.source, source)),
    )
    for (const id of ids) {
      await settle(term, id, async (tx, { bet, game }) => {
        const isOpen = bet.status === 'pending' && game.resultVersion === 0
        const hasBegun = game.status === 'live' && game.source === source
        if (!isOpen || hasBegun || game.heldFor) return undefined
        return refund(tx, bet, 'not_played')
      })
    }
  }

  /** Grades bets by their games' latest results, again after corrections. */
  async function grade(term: Guard): Promise<void> {
    const games = await db
      .select()
      .from(sportsGames)
      .where(gt(sportsGames.resultVersion, sportsGames.settledVersion))
      .orderBy(asc(sportsGames.commenceTime))
      .limit(GAMES_AT_ONCE)
    for (const { id: gameId, resultVersion } of games) {
      const ids = await findIds(
        eq(sportsBets.gameId, gameId),
        lt(sportsBets.gradedVersion, resultVersion),
        isNull(sportsBets.closedFor),
      )
      for (const id of ids) await settle(term, id, gradeBet)
      if (ids.length === 0)
        await withFencing(term, db, (tx) => sumUp(tx, gameId, resultVersion))
    }
  }

  async function findIds(
    ...conditions: (SQL | undefined)[]
  ): Promise<string[]> {
    const rows = await db
      .select({ id: sportsBets.id })
      .from(sportsBets)
      .innerJoin(sportsGames, eq(sportsGames.id, sportsBets.gameId))
      .where(and(...conditions))
      .orderBy(asc(sportsBets.id))
      .limit(BETS_AT_ONCE)
    return rows.map(({ id }) => id)
  }

  /** Settles one bet; logs refusals, which must not delay other bets. */
  async function settle(
    term: Guard,
    betId: string,
    work: (tx: Transaction, state: BetWithGame) => Promise<Change | undefined>,
  ): Promise<void> {
    try {
      const settled = await withFencing(term, db, async (tx) => {
        const state = await lockBet(tx, betId)
        const { betAmount: amount, id, userId } = state.bet
        const change = await work(tx, state)
        return change && { ...change, id, userId, amount }
      })
      if (settled) deps.onSettled(settled)
    } catch (error) {
      // For example, the payout may exceed the largest balance.
      if (!(error instanceof Refusal)) throw error
      log.error({ error, bet: betId }, 'sports_bet.settlement_failed')
    }
  }

  /** Locks the player first, since only the lock's holder changes their bets. */
  async function lockBet(tx: Transaction, betId: string): Promise<BetWithGame> {
    const isBet = eq(sportsBets.id, betId)
    const [unlocked] = await tx.select().from(sportsBets).where(isBet)
    assert(unlocked !== undefined, 'bets are never deleted')
    await ledger.lock(tx, unlocked.userId)
    const [state] = await betsWithGames(tx)
      .where(isBet)
      .for('share', { of: sportsGames })
    assert(state !== undefined, 'bets are never deleted')
    return state
  }

  async function confirm(
    tx: Transaction,
    { bet, game }: BetWithGame,
  ): Promise<Change | undefined> {
    const isOpen = bet.status === 'pending' && !bet.confirmedAt
    if (!isOpen || game.heldFor) return undefined
    if (game.resultVersion > 0) return refund(tx, bet, 'not_confirmed')
    if (game.pricesAt <= bet.placedAt) return undefined
    const taken = { ...toSelection(bet), price: bet.odds }
    if (!isConfirmedBy(game, { ...taken, bookmaker: bet.bookmaker })) {
      return refund(tx, bet, 'price_moved')
    }
    await updateBet(tx, bet.id, { confirmedAt: game.pricesAt })
    return { status: 'pending', payout: 0 }
  }

  /** Refunds the stake, whatever the score. */
  async function refund(
    tx: Transaction,
    bet: BetRow,
    closedFor: ClosedFor,
  ): Promise<Change | undefined> {
    const { betAmount: payout, id } = bet
    const moved = await stakes.settle(tx, { id, payout, type: 'refund' })
    if (!moved) return undefined
    const end = { status: 'void', payout } as const
    await updateBet(tx, id, { ...end, closedFor, settledAt: clock() })
    return { ...end, balance: moved.balance }
  }

  async function gradeBet(
    tx: Transaction,
    { bet, game }: BetWithGame,
  ): Promise<Change | undefined> {
    if (bet.closedFor || bet.gradedVersion >= game.resultVersion)
      return undefined
    if (!bet.confirmedAt) return refund(tx, bet, 'not_confirmed')
    if (isOnOtherDay(bet, game)) return refund(tx, bet, 'not_played')
    const grade = toGrade(bet, game)
    const end = { status: grade, payout: getPayout(bet, grade) }
    const balance = await pay(tx, bet, end)
    await updateBet(tx, bet.id, {
      ...end,
      settledAt: clock(),
      gradedVersion: game.resultVersion,
      homeScore: game.homeScore,
      awayScore: game.awayScore,
    })
    return { ...end, balance }
  }

  /** True if the game moved by more than the rules allow since the bet. */
  function isOnOtherDay(bet: BetRow, game: GameRow): boolean {
    const movedMs = game.commenceTime.getTime() - bet.commenceTime.getTime()
    return Math.abs(movedMs) > START_WITHIN_MS / speed
  }

  async function pay(
    tx: Transaction,
    { id, status: before }: BetRow,
    { status, payout }: { status: Grade; payout: number },
  ): Promise<number> {
    const type = status === 'void' ? 'refund' : 'win'
    const settling = { id, payout, type } as const
    if (before === 'pending') {
      const moved = await stakes.settle(tx, settling)
      assert(moved !== undefined, 'a pending bet has an open stake')
      return moved.balance
    }
    const { balance, absorbed } = await stakes.correct(tx, settling)
    if (absorbed > 0) {
      coinsAbsorbed.inc(absorbed)
      log.error({ bet: id, absorbed }, 'sports_correction.absorbed')
    }
    return balance
  }

  return {
    async tick(term: Guard): Promise<void> {
      await confirmLive(term)
      await refundNotPlayed(term)
      await grade(term)
      const since = new Date(clock().getTime() - OVERDUE_AFTER_MS)
      const isOverdue = and(IS_PENDING, lt(sportsBets.commenceTime, since))
      betsOverdue.set(await db.$count(sportsBets, isOverdue))
      const awaitsOperator = isNotNull(sportsGames.heldFor)
      gamesAwaitingOperator.set(await db.$count(sportsGames, awaitsOperator))
    },
  }
}

async function updateBet(tx: Transaction, id: string, change: Partial<BetRow>) {
  await tx.update(sportsBets).set(change).where(eq(sportsBets.id, id))
}

/** Marks a result as settled, and sums up the bets on its game. */
async function sumUp(tx: Transaction, gameId: string, version: number) {
  await tx
    .update(sportsGames)
    .set({ settledVersion: version })
    .where(eq(sportsGames.id, gameId))
  await tx.execute(
    sql`INSERT INTO sports_totals (game_id, version, bets, hits, staked, paid)
        SELECT ${gameId}, ${version}, count(*), count(*) FILTER (WHERE payout > 0),
          coalesce(sum(bet_amount), 0), coalesce(sum(payout), 0)
        FROM sports_bets WHERE game_id = ${gameId} AND status IN ('won', 'lost')
        ON CONFLICT (game_id) DO UPDATE SET version = excluded.version,
          bets = excluded.bets, hits = excluded.hits,
          staked = excluded.staked, paid = excluded.paid`,
  )
}

function toSelection({ market, teamName: name, point }: BetRow) {
  return { market, name, point }
}

function toGrade(bet: BetRow, game: GameRow): Grade {
  const { homeScore: home, awayScore: away, status } = game
  if (status !== 'final' || home === null || away === null) return 'void'
  return gradeSelection(toSelection(bet), game, { home, away })
}

function getPayout({ betAmount, odds }: BetRow, grade: Grade): number {
  if (grade === 'lost') return 0
  const profit = grade === 'won' ? getProfit(coins(betAmount), odds) : 0
  return betAmount + profit
}
