import type {
  PlacedSportsBet,
  PlaceSportsBetRequest,
  SportsBet,
  SportsRecord,
} from '#core/api/sports.ts'
import { assert } from '#core/assert.ts'
import { requireBalance } from '#core/money/balance-limits.ts'
import { coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import {
  closedBecause,
  isStale,
  type Offer,
  offerOf,
} from '#core/sports/offer.ts'
import { type ExposureLimits, largestCoveredStake } from '#core/sports/terms.ts'
import {
  freeBankroll,
  type LedgerService,
} from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import type { StakesService } from '../../ledger/stakes.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database, Transaction } from '../../platform/db/database.ts'
import type { RepeatableRequest } from '../../platform/http/idempotency.ts'
import type { LimitsService } from '../../players/limits/limits.service.ts'
import { requireWithinLimits } from '../../players/limits/limits.service.ts'
import type { BetAnswer } from '../engine/bets.ts'
import type { PausesService } from '../pauses/pauses.service.ts'
import type { RoundsService } from '../rounds/rounds.service.ts'
import type { BetsStore } from './sports-bets.store.ts'
import type { GameRow, GamesStore } from './sports-games.store.ts'
import { shownBet, sportsRecordOf } from './sports-records.ts'

const GAME_TYPE = 'Sports Bet'

type SportsBetRequest = {
  userId: string
  bet: PlaceSportsBetRequest
  request: RepeatableRequest | undefined
}

export function openSportsBets(deps: {
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
  onBalance(userId: string, balance: number): void
}) {
  const { bets, clock, games, ledger, limits, receipts, rounds, stakes } = deps

  async function take(
    tx: Transaction,
    { userId, bet, request }: SportsBetRequest,
  ): Promise<{ answer: string; balance?: number; seq: number | null }> {
    const before = await ledger.lock(tx, userId)
    const earlier = request && (await ledger.answered(request, tx))
    if (earlier) return { answer: earlier.answer, seq: earlier.seq }
    if (request && (await rounds.isPlayed(request.id, tx)))
      throw new Refusal('key_reused')
    deps.pauses.requireStart(GAME_TYPE)
    const game = await games.find(tx, bet.gameId, 'share')
    if (!game) throw new Refusal('game_unknown')
    const offer = acceptedOffer(clock().getTime(), game, bet)
    const stake = bet.betAmount
    const { price } = offer
    const payout = stake + profitOf(stake, price)
    const { limits: set, day } = await limits.inForce(tx, userId)
    const usage = { nowMs: clock().getTime(), day, staked: 0 }
    requireWithinLimits({ isStart: true, price: stake }, set, usage)
    const load = { balance: before, staked: 0, gain: 0 }
    requireBalance({ price: stake, payout }, load)
    const totals = await stakes.lockTotals(tx)
    const bankroll = totals.house - JACKPOT_SEED
    const of = { userId, gameType: GAME_TYPE } as const
    const pending = await stakes.exposure(tx, of)
    const state = { bankroll, free: freeBankroll(totals), pending }
    const largestStake = largestCoveredStake(price, state, deps.exposure)
    if (stake > largestStake) throw new Refusal('house_limit', { largestStake })
    const posting = { ...of, stake, reserved: payout }
    const { id, balance, seq } = await stakes.stake(tx, posting)
    const placedAt = clock()
    const isLive = game.status === 'live'
    const row = await bets.add(tx, {
      id,
      userId,
      gameId: game.id,
      teamName: bet.teamName,
      betAmount: stake,
      odds: price,
      market: bet.market,
      point: offer.point,
      bookmaker: offer.bookmaker,
      pricedAt: new Date(offer.pricedAtMs),
      commenceTime: game.commenceTime,
      isLive,
      placedAt,
      confirmedAt: isLive ? null : placedAt,
    })
    assert(row !== undefined, 'an insert gives its row')
    const shown = shownBet({ bet: row, game })
    const answer = JSON.stringify({
      transactionId: id,
      bet: shown,
      balance: coins(balance),
    } satisfies PlacedSportsBet)
    const taken = { answer, balance, seq }
    if (request) await ledger.storeAnswer(tx, { ...request, ...taken })
    return taken
  }

  return {
    /** Takes a bet in one transaction, which locks the player. */
    async place(asked: SportsBetRequest): Promise<BetAnswer> {
      const { answer, balance, seq } = await deps.db.transaction((tx) =>
        take(tx, asked),
      )
      if (balance !== undefined) deps.onBalance(asked.userId, balance)
      const receipt =
        seq === null ? undefined : await receipts.of(asked.userId, seq)
      return { text: answer, receipt }
    },

    async ofPlayer(userId: string): Promise<SportsBet[]> {
      return (await bets.ofPlayer(userId)).map(shownBet)
    },

    storedBets: bets.findAll,

    /** Returns the evidence of a bet; undefined for an unknown id. */
    async record(id: string): Promise<SportsRecord | undefined> {
      const found = await bets.find(id)
      if (!found) return undefined
      const decisions = await games.decisionsOf(found.game.id)
      return sportsRecordOf(found, decisions)
    },
  }
}

/**
 * Returns the server's offer, which the requested price and line must match.
 *
 * @throws betting_closed, odds_changed
 */
function acceptedOffer(
  nowMs: number,
  game: GameRow,
  asked: PlaceSportsBetRequest,
): Offer {
  const offered = {
    status: game.status,
    startsAtMs: game.commenceTime.getTime(),
    pricesAtMs: game.pricesAt.getTime(),
    bookmakers: game.bookmakers,
  }
  const closed = closedBecause(nowMs, offered)
  if (closed) throw new Refusal('betting_closed', { reason: closed })
  const { market, teamName: name, bookmaker } = asked
  const offer = offerOf(offered, { market, name, bookmaker })
  if (!offer) throw new Refusal('betting_closed', { reason: 'not_offered' })
  const { pricedAtMs } = offer
  if (isStale(nowMs, { status: game.status, pricedAtMs })) {
    throw new Refusal('betting_closed', { reason: 'stale' })
  }
  const isSameLine = asked.point === undefined || asked.point === offer.point
  if (asked.odds !== offer.price || !isSameLine) {
    const { price, point, bookmaker: at } = offer
    throw new Refusal('odds_changed', { price, point, bookmaker: at })
  }
  return offer
}
