import type { SportsBetStatus, SportsSource } from '#core/api/sports.ts'
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
import type { BetRow, BetsStore } from './sports-bets.store.ts'
import type { ClosedFor } from './sports-bets.table.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'

const OVERDUE_AFTER_MS = 24 * 3_600_000

export type SettledBet = {
  userId: string
  betId: string
  /** The stake. */
  amount: number
  status: SportsBetStatus
  /** 0 while it is pending. */
  payout: number
  /** The player's balance behind it; undefined where no coin moved. */
  balance: number | undefined
}

type SettlementDeps = {
  db: Database
  games: GamesStore
  bets: BetsStore
  stakes: StakesService
  ledger: Pick<LedgerService, 'lock'>
  source: SportsSource
  /** How many of the feed's hours pass in one of ours. */
  speed: number
  clock: Clock
  log: Logger
  metrics: Pick<
    Metrics,
    'sportsAbsorbed' | 'sportsBetsOverdue' | 'sportsGamesHeld'
  >
  /** Told after the commit. */
  onSettled(bet: SettledBet): void
}

/**
 * Ends bets, in the one process that leads: a transaction each, under the
 * leader's right to write. Each looks at bet and game again behind their locks,
 * so one that is repeated, or was cut off halfway, changes nothing twice.
 */
export class Settlement {
  readonly #deps: SettlementDeps

  constructor(deps: SettlementDeps) {
    this.#deps = deps
  }

  async tick(right: Guard): Promise<void> {
    await this.#confirmLive(right)
    await this.#returnNotPlayed(right)
    await this.#grade(right)
    const { bets, clock, games, metrics } = this.#deps
    const since = new Date(clock().getTime() - OVERDUE_AFTER_MS)
    metrics.sportsBetsOverdue.set(await bets.countOverdue(since))
    metrics.sportsGamesHeld.set(await games.countHeld())
  }

  async #confirmLive(right: Guard): Promise<void> {
    for (const { bet } of await this.#deps.bets.findToConfirm()) {
      await this.#settle(right, bet.id, (tx, standing) =>
        this.#confirm(tx, standing),
      )
    }
  }

  async #returnNotPlayed(right: Guard): Promise<void> {
    const { bets, clock, source, speed } = this.#deps
    const before = new Date(clock().getTime() - START_WITHIN_MS / speed)
    for (const { bet } of await bets.findNotPlayed(source, before)) {
      await this.#settle(right, bet.id, async (tx, { bet, game }) => {
        const isOpen = bet.status === 'pending' && game.resultVersion === 0
        const hasBegun = game.status === 'live' && game.source === source
        if (!isOpen || hasBegun || game.heldFor) return undefined
        return this.#close(tx, bet, 'not_played')
      })
    }
  }

  /** Grades bets by each game's newest result, those of corrected ones again. */
  async #grade(right: Guard): Promise<void> {
    const { bets, games } = this.#deps
    for (const game of await games.findWithNewResult()) {
      const ids = await bets.findToGrade(game)
      let isDone = true
      for (const id of ids) {
        const grade = (tx: Transaction, standing: Standing) =>
          this.#gradeBet(tx, standing)
        isDone = (await this.#settle(right, id, grade)) && isDone
      }
      if (ids.length === 0 && isDone) await this.#noteSettled(right, game)
    }
  }

  async #noteSettled(right: Guard, { id, resultVersion }: GameRow) {
    const { db, games } = this.#deps
    await writeUnder(right, db, (tx) => games.setSettled(tx, id, resultVersion))
  }

  /** One bet that can't be settled keeps no other waiting. @returns whether it was tried. */
  async #settle(
    right: Guard,
    betId: string,
    work: (
      tx: Transaction,
      standing: Standing,
    ) => Promise<SettledBet | undefined>,
  ): Promise<boolean> {
    const { db, log, onSettled } = this.#deps
    try {
      const settled = await writeUnder(right, db, async (tx) =>
        work(tx, await this.#locked(tx, betId)),
      )
      if (settled) onSettled(settled)
      return true
    } catch (error) {
      // A refusal concerns this bet alone, such as a payout that no balance can hold.
      if (!(error instanceof Refusal)) throw error
      log.error({ error, bet: betId }, 'sports_bet.settlement_failed')
      return false
    }
  }

  /** Bet and game as they stand, the player's row locked and the game's shared. */
  async #locked(tx: Transaction, betId: string): Promise<Standing> {
    const { bets, games, ledger } = this.#deps
    const seen = await bets.find(betId, tx)
    assert(seen !== undefined, 'bets stay')
    await ledger.lock(tx, seen.bet.userId)
    const game = await games.find(tx, seen.game.id, 'share')
    const now = await bets.find(betId, tx)
    assert(game !== undefined && now !== undefined, 'games and bets stay')
    return { bet: now.bet, game }
  }

  async #confirm(
    tx: Transaction,
    { bet, game }: Standing,
  ): Promise<SettledBet | undefined> {
    const isOpen = bet.status === 'pending' && !bet.confirmedAt
    if (!isOpen || game.heldFor) return undefined
    if (game.resultVersion > 0) return this.#close(tx, bet, 'not_confirmed')
    if (game.pricesAt <= bet.placedAt) return undefined
    const taken = { ...selectionOf(bet), price: bet.odds }
    if (!isConfirmedBy(game, { ...taken, bookmaker: bet.bookmaker })) {
      return this.#close(tx, bet, 'price_moved')
    }
    await this.#deps.bets.update(tx, bet.id, { confirmedAt: game.pricesAt })
    return settledBet(bet, { status: 'pending', payout: 0 })
  }

  /** Gives the stake back for good, whatever the score will be. */
  async #close(
    tx: Transaction,
    bet: BetRow,
    closedFor: ClosedFor,
  ): Promise<SettledBet | undefined> {
    const { bets, clock, stakes } = this.#deps
    const moved = await stakes.refund(tx, bet.id)
    if (!moved) return undefined
    const end = { status: 'void', payout: bet.betAmount } as const
    await bets.update(tx, bet.id, { ...end, closedFor, settledAt: clock() })
    return settledBet(bet, end, moved.balance)
  }

  async #gradeBet(
    tx: Transaction,
    { bet, game }: Standing,
  ): Promise<SettledBet | undefined> {
    if (bet.closedFor || bet.gradedVersion >= game.resultVersion)
      return undefined
    if (!bet.confirmedAt) return this.#close(tx, bet, 'not_confirmed')
    if (this.#isOnOtherDay(bet, game)) return this.#close(tx, bet, 'not_played')
    const grade = gradeBy(bet, game)
    const end = { status: grade, payout: payoutOf(bet, grade) }
    const balance = await this.#pay(tx, bet, end)
    await this.#deps.bets.update(tx, bet.id, {
      ...end,
      settledAt: this.#deps.clock(),
      gradedVersion: game.resultVersion,
      homeScore: game.homeScore,
      awayScore: game.awayScore,
    })
    return settledBet(bet, end, balance)
  }

  /** Checks whether the game moved by more than the rules allow since the bet. */
  #isOnOtherDay(bet: BetRow, game: GameRow): boolean {
    const movedMs = game.commenceTime.getTime() - bet.commenceTime.getTime()
    return Math.abs(movedMs) > START_WITHIN_MS / this.#deps.speed
  }

  async #pay(
    tx: Transaction,
    bet: BetRow,
    { status, payout }: { status: Grade; payout: number },
  ): Promise<number> {
    const { stakes } = this.#deps
    const { id } = bet
    if (bet.status !== 'pending')
      return this.#correct(tx, bet, { status, payout })
    const moved =
      status === 'void'
        ? await stakes.refund(tx, id)
        : await stakes.payOut(tx, { id, payout })
    assert(moved !== undefined, 'a pending bet has an open stake')
    return moved.balance
  }

  async #correct(
    tx: Transaction,
    bet: BetRow,
    { status, payout }: { status: Grade; payout: number },
  ): Promise<number> {
    const { log, metrics, stakes } = this.#deps
    const type = status === 'void' ? 'refund' : 'win'
    const { balance, absorbed } = await stakes.correct(tx, {
      id: bet.id,
      payout,
      type,
    })
    if (absorbed > 0) {
      metrics.sportsAbsorbed.inc(absorbed)
      log.error({ bet: bet.id, absorbed }, 'sports_correction.absorbed')
    }
    return balance
  }
}

type Standing = { bet: BetRow; game: GameRow }

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

function settledBet(
  { betAmount: amount, id: betId, userId }: BetRow,
  end: Pick<SettledBet, 'status' | 'payout'>,
  balance?: number,
): SettledBet {
  return { ...end, userId, betId, amount, balance }
}
