import { assert } from '#core/assert.ts'
import { coins } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import { type Grade, gradeOf } from '#core/sports/grading.ts'
import { isConfirmedBy } from '#core/sports/offer.ts'
import { START_WITHIN_MS } from '#core/sports/terms.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { StakesService } from '../../ledger/stakes.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import { type Guard, writeUnder } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { SettledBet } from '../settled-bets.ts'
import type { SportsFeed } from './feed/sports-feed.ts'
import type { ClosedFor } from './sports.table.ts'
import type { BetRow, BetsStore, BetWithGame } from './sports-bets.store.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'

const OVERDUE_AFTER_MS = 24 * 3_600_000

/** A bet's new status, with the player's new balance if coins moved. */
type Change = Pick<SettledBet, 'payout' | 'status'> & { balance?: number }

/**
 * Settles bets in the leading process, one transaction each. Reads bet and game
 * again once they are locked, so that repeating a settlement changes nothing.
 */
export function openSettlement(deps: {
  db: Database
  games: GamesStore
  bets: BetsStore
  stakes: StakesService
  ledger: Pick<LedgerService, 'lock'>
  feed: Pick<SportsFeed, 'source' | 'speed'>
  clock: Clock
  log: Logger
  metrics: Pick<
    Metrics,
    'sportsAbsorbed' | 'sportsBetsOverdue' | 'sportsGamesHeld'
  >
  /** Called after the commit. */
  onSettled(bet: SettledBet & Change): void
}) {
  const { db, games, bets, stakes, ledger, clock, log, metrics } = deps
  const { source, speed } = deps.feed

  async function confirmLive(right: Guard): Promise<void> {
    for (const id of await bets.findToConfirm())
      await settle(right, id, confirm)
  }

  async function refundNotPlayed(right: Guard): Promise<void> {
    const before = new Date(clock().getTime() - START_WITHIN_MS / speed)
    for (const id of await bets.findNotPlayed(source, before)) {
      await settle(right, id, async (tx, { bet, game }) => {
        const isOpen = bet.status === 'pending' && game.resultVersion === 0
        const hasBegun = game.status === 'live' && game.source === source
        if (!isOpen || hasBegun || game.heldFor) return undefined
        return close(tx, bet, 'not_played')
      })
    }
  }

  /** Grades bets by their games' latest results, again after corrections. */
  async function grade(right: Guard): Promise<void> {
    for (const game of await games.findWithNewResult()) {
      const ids = await bets.findToGrade(game)
      for (const id of ids) await settle(right, id, gradeBet)
      const { id, resultVersion } = game
      if (ids.length === 0)
        await writeUnder(right, db, (tx) =>
          games.setSettled(tx, id, resultVersion),
        )
    }
  }

  /** Settles one bet; logs refusals, which must not delay other bets. */
  async function settle(
    right: Guard,
    betId: string,
    work: (tx: Transaction, state: BetWithGame) => Promise<Change | undefined>,
  ): Promise<void> {
    try {
      const settled = await writeUnder(right, db, async (tx) => {
        const state = await locked(tx, betId)
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
  async function locked(tx: Transaction, betId: string): Promise<BetWithGame> {
    const seen = await bets.find(betId, tx)
    assert(seen !== undefined, 'bets are never deleted')
    await ledger.lock(tx, seen.bet.userId)
    const state = await bets.findLockingGame(tx, betId)
    assert(state !== undefined, 'bets are never deleted')
    return state
  }

  async function confirm(
    tx: Transaction,
    { bet, game }: BetWithGame,
  ): Promise<Change | undefined> {
    const isOpen = bet.status === 'pending' && !bet.confirmedAt
    if (!isOpen || game.heldFor) return undefined
    if (game.resultVersion > 0) return close(tx, bet, 'not_confirmed')
    if (game.pricesAt <= bet.placedAt) return undefined
    const taken = { ...selectionOf(bet), price: bet.odds }
    if (!isConfirmedBy(game, { ...taken, bookmaker: bet.bookmaker })) {
      return close(tx, bet, 'price_moved')
    }
    await bets.update(tx, bet.id, { confirmedAt: game.pricesAt })
    return { status: 'pending', payout: 0 }
  }

  /** Refunds the stake, whatever the score. */
  async function close(
    tx: Transaction,
    bet: BetRow,
    closedFor: ClosedFor,
  ): Promise<Change | undefined> {
    const moved = await stakes.refund(tx, bet.id)
    if (!moved) return undefined
    const end = { status: 'void', payout: bet.betAmount } as const
    await bets.update(tx, bet.id, { ...end, closedFor, settledAt: clock() })
    return { ...end, balance: moved.balance }
  }

  async function gradeBet(
    tx: Transaction,
    { bet, game }: BetWithGame,
  ): Promise<Change | undefined> {
    if (bet.closedFor || bet.gradedVersion >= game.resultVersion)
      return undefined
    if (!bet.confirmedAt) return close(tx, bet, 'not_confirmed')
    if (isOnOtherDay(bet, game)) return close(tx, bet, 'not_played')
    const grade = gradeBy(bet, game)
    const end = { status: grade, payout: payoutOf(bet, grade) }
    const balance = await pay(tx, bet, end)
    await bets.update(tx, bet.id, {
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
    if (before === 'pending') {
      const moved =
        status === 'void'
          ? await stakes.refund(tx, id)
          : await stakes.payOut(tx, { id, payout })
      assert(moved !== undefined, 'a pending bet has an open stake')
      return moved.balance
    }
    const type = status === 'void' ? 'refund' : 'win'
    const correction = { id, payout, type } as const
    const { balance, absorbed } = await stakes.correct(tx, correction)
    if (absorbed > 0) {
      metrics.sportsAbsorbed.inc(absorbed)
      log.error({ bet: id, absorbed }, 'sports_correction.absorbed')
    }
    return balance
  }

  return {
    async tick(right: Guard): Promise<void> {
      await confirmLive(right)
      await refundNotPlayed(right)
      await grade(right)
      const since = new Date(clock().getTime() - OVERDUE_AFTER_MS)
      metrics.sportsBetsOverdue.set(await bets.countOverdue(since))
      metrics.sportsGamesHeld.set(await games.countHeld())
    },
  }
}

function selectionOf({ market, teamName: name, point }: BetRow) {
  return { market, name, point }
}

function gradeBy(bet: BetRow, game: GameRow): Grade {
  const { homeScore: home, awayScore: away, status } = game
  if (status !== 'final' || home === null || away === null) return 'void'
  return gradeOf(selectionOf(bet), game, { home, away })
}

function payoutOf({ betAmount, odds }: BetRow, grade: Grade): number {
  if (grade === 'lost') return 0
  const profit = grade === 'won' ? profitOf(coins(betAmount), odds) : 0
  return betAmount + profit
}
