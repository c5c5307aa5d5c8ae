import type {
  PlacedSportsBet,
  PlaceSportsBetRequest,
  SportsBet,
  SportsRecord,
} from '#core/api/sports.ts'
import { assert } from '#core/assert.ts'
import { requireBalance } from '#core/money/bet-limits.ts'
import { coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import type { Offer } from '#core/sports/offer.ts'
import { type ExposureLimits, largestCoveredStake } from '#core/sports/terms.ts'
import {
  freeBankroll,
  type LedgerService,
} from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { StakesService } from '../../ledger/stakes.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { RepeatableRequest } from '../../platform/http/repeatable-request.ts'
import {
  type LimitsService,
  requireWithinLimits,
} from '../../players/limits/limits.service.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { RoundsService } from '../rounds/rounds.service.ts'
import { acceptedOffer } from './bet-admission.ts'
import { shownBet, sportsRecordOf } from './shown-bet.ts'
import type { BetRow, BetsStore } from './sports-bets.store.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'

const GAME_TYPE = 'Sports Bet'

type BetsDeps = {
  db: Database
  bets: BetsStore
  games: GamesStore
  stakes: StakesService
  ledger: Pick<LedgerService, 'answered' | 'lock' | 'storeAnswer'>
  limits: Pick<LimitsService, 'inForce'>
  pauses: Pick<PausesService, 'requireStart'>
  receipts: Pick<AnswerReceiptsService, 'of'>
  rounds: Pick<RoundsService, 'isPlayed'>
  exposure: ExposureLimits
  clock: Clock
  /** Told after the commit, with the new balance. */
  onBalance(userId: string, balance: number): void
}

/** A bet as it is asked for, by whom. */
type Asked = {
  userId: string
  ask: PlaceSportsBetRequest
  request: RepeatableRequest | undefined
}

type Priced = { stake: number; payout: number; price: number }

/** Bets on games, from their placing to what proves them. */
export class SportsBetsService {
  readonly #deps: BetsDeps

  constructor(deps: BetsDeps) {
    this.#deps = deps
  }

  /**
   * Takes a bet in one transaction, which nothing else of the player's can
   * come between: either all of it is kept, or nothing.
   *
   * @returns the answer's JSON text, that of the first time for a repetition,
   * and the text of its receipt.
   */
  async place(
    asked: Asked,
  ): Promise<{ text: string; receipt: string | undefined }> {
    const { db, onBalance, receipts } = this.#deps
    const { answer, balance, seq } = await db.transaction((tx) =>
      this.#placed(tx, asked),
    )
    if (balance !== undefined) onBalance(asked.userId, balance)
    const receipt = seq === null ? undefined : receipts.of(asked.userId, seq)
    return { text: answer, receipt: await receipt }
  }

  async ofPlayer(userId: string): Promise<SportsBet[]> {
    return (await this.#deps.bets.ofPlayer(userId)).map(shownBet)
  }

  /** Those of the bets that were on games, as they are stored. */
  storedBets(ids: readonly string[]): Promise<BetRow[]> {
    return this.#deps.bets.findAll(ids)
  }

  /** Evidence of a bet; undefined when there is no such bet. */
  async record(id: string): Promise<SportsRecord | undefined> {
    const found = await this.#deps.bets.find(id)
    if (!found) return undefined
    const decisions = await this.#deps.games.decisionsOf(found.game.id)
    return sportsRecordOf(found, decisions)
  }

  async #placed(
    tx: Transaction,
    { userId, ask, request }: Asked,
  ): Promise<{ answer: string; balance?: number; seq: number | null }> {
    const { ledger, rounds } = this.#deps
    const before = await ledger.lock(tx, userId)
    const kept = request && (await ledger.answered(request, tx))
    if (kept) return { answer: kept.answer, seq: kept.seq }
    if (request && (await rounds.isPlayed(request.id, tx)))
      throw new Refusal('key_reused')
    const taken = await this.#taken(tx, { userId, ask, before })
    const { placed, balance, seq } = taken
    const answer = JSON.stringify(placed)
    const keeping = { answer, balance, seq }
    if (request) await ledger.storeAnswer(tx, { ...request, ...keeping })
    return keeping
  }

  async #taken(
    tx: Transaction,
    by: { userId: string; ask: PlaceSportsBetRequest; before: number },
  ): Promise<{ placed: PlacedSportsBet; balance: number; seq: number }> {
    const { bets, games, pauses, stakes } = this.#deps
    const { userId, ask, before } = by
    pauses.requireStart(GAME_TYPE)
    const game = await games.find(tx, ask.gameId, 'share')
    if (!game) throw new Refusal('game_unknown')
    const offer = acceptedOffer(this.#nowMs(), game, ask)
    const stake = ask.betAmount
    const payout = stake + profitOf(stake, offer.price)
    const priced = { stake, payout, price: offer.price }
    await this.#requireAllowed(tx, { userId, priced, balance: before })
    const reserved = payout
    const bet = { userId, gameType: GAME_TYPE, stake, reserved } as const
    const { id, balance, seq } = await stakes.stake(tx, bet)
    const row = await bets.add(
      tx,
      this.#newBet({ id, userId, ask, game, offer }),
    )
    assert(row !== undefined, 'an insert gives its row')
    const shown = shownBet({ bet: row, game })
    const placed = { transactionId: id, bet: shown, balance: coins(balance) }
    return { placed, balance, seq }
  }

  /** Of the player's limits, of their balance, and of what the house can lose. */
  async #requireAllowed(
    tx: Transaction,
    by: { userId: string; priced: Priced; balance: number },
  ): Promise<void> {
    const { exposure, limits, stakes } = this.#deps
    const { userId, priced, balance } = by
    const { stake: price, payout } = priced
    const { limits: set, day } = await limits.inForce(tx, userId)
    const usage = { nowMs: this.#nowMs(), day, staked: 0 }
    requireWithinLimits({ isStart: true, price }, set, usage)
    requireBalance({ price, payout }, { balance, staked: 0, gain: 0 })
    const totals = await stakes.lockTotals(tx)
    const bankroll = totals.house - JACKPOT_SEED
    const of = { userId, gameType: GAME_TYPE } as const
    const pending = await stakes.exposure(tx, of)
    const standing = { bankroll, free: freeBankroll(totals), pending }
    const largestStake = largestCoveredStake(priced.price, standing, exposure)
    if (price > largestStake) throw new Refusal('house_limit', { largestStake })
  }

  #newBet(by: {
    id: string
    userId: string
    ask: PlaceSportsBetRequest
    game: GameRow
    offer: Offer
  }): Parameters<BetsStore['add']>[1] {
    const { id, userId, ask, game, offer } = by
    const placedAt = this.#deps.clock()
    const isLive = game.status === 'live'
    return {
      id,
      userId,
      gameId: game.id,
      teamName: ask.teamName,
      betAmount: ask.betAmount,
      odds: offer.price,
      market: ask.market,
      point: offer.point,
      bookmaker: offer.bookmaker,
      pricedAt: new Date(offer.pricedAtMs),
      commenceTime: game.commenceTime,
      isLive,
      placedAt,
      confirmedAt: isLive ? null : placedAt,
    } satisfies Partial<BetRow>
  }

  #nowMs(): number {
    return this.#deps.clock().getTime()
  }
}
