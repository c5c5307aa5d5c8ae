import { eq } from 'drizzle-orm'
import type pg from 'pg'
import type {
  PlacedSportsBet,
  PlaceSportsBetRequest,
} from '#core/api/sports.ts'
import { assert } from '#core/assert.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { termsOf } from '#core/schemas/bet-terms.ts'
import { profitOf } from '#core/sports/american-odds.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import {
  closedBecause,
  isStale,
  type Offer,
  offerOf,
} from '#core/sports/offer.ts'
import { type ExposureLimits, largestCoveredStake } from '#core/sports/terms.ts'
import { freeBankroll } from '../../ledger/ledger.service.ts'
import type { StakesService } from '../../ledger/stakes.service.ts'
import type { Clock } from '../../platform/clock.ts'
import { type Transaction, transactionOn } from '../../platform/db/database.ts'
import { type AdmissionDeps, requireAllowed } from '../engine/admission.ts'
import { openAnswer } from '../engine/bet-answers.ts'
import {
  type BetKind,
  type BetRequest,
  type DecidedBet,
  emptyBatch,
  eventBatch,
  eventBet,
  PendingBet,
  refusedBy,
} from '../engine/bets.ts'
import { betCommit } from '../engine/commit-statement.ts'
import { type BetRow, type GameRow, sportsGames } from './sports.table.ts'
import { shownBet } from './sports-records.ts'

export type SportsBetRequest = BetRequest & { bet: PlaceSportsBetRequest }

class PendingSportsBet extends PendingBet {
  readonly bet: PlaceSportsBetRequest

  constructor(kind: BetKind, asked: SportsBetRequest, placedAtMs: number) {
    super(kind, asked, { alone: true, placedAtMs })
    this.bet = asked.bet
  }
}

type DecidedSportsBet = DecidedBet & {
  pending: PendingSportsBet
  /** The largest payout, stake included, in coins. */
  reserved: number
  /** Price and game, as locked by the commit. */
  accepted: { row: BetRow; game: GameRow } | undefined
}

export type SportsBets = BetKind<
  SportsBetRequest,
  PendingSportsBet,
  DecidedSportsBet
>

/** Bets at the prices that a game offers, which can't change until the commit. */
export function openSportsBets({
  bankroll,
  clock,
  exposure,
  pauses,
  pool,
  stakes,
}: Omit<AdmissionDeps, 'hashes'> & {
  clock: Clock
  exposure: ExposureLimits
  /** A pool with a connection for each queue. */
  pool: pg.Pool
  stakes: StakesService
}): SportsBets {
  /** @throws game_unknown, betting_closed, odds_changed, house_limit */
  async function accept(tx: Transaction, decided: DecidedSportsBet) {
    const { bet, userId } = decided.pending
    const [game] = await tx
      .select()
      .from(sportsGames)
      .where(eq(sportsGames.id, bet.gameId))
      .for('share')
    if (!game) throw new Refusal('game_unknown')
    const offer = acceptedOffer(clock().getTime(), game, bet)
    const totals = await stakes.lockTotals(tx)
    const of = { userId, gameType: SPORTS_GAME_TYPE } as const
    const pending = await stakes.exposure(tx, of)
    const bankroll = totals.house - JACKPOT_SEED
    const state = { bankroll, free: freeBankroll(totals), pending }
    const largestStake = largestCoveredStake(offer.price, state, exposure)
    if (bet.betAmount > largestStake)
      throw new Refusal('house_limit', { largestStake })
    const row = rowOf(decided, { game, offer, placedAt: clock() })
    decided.accepted = { row, game }
    const answer = { transactionId: row.id, bet: shownBet({ bet: row, game }) }
    decided.storedAnswer = openAnswer(
      answer satisfies Omit<PlacedSportsBet, 'balance'>,
    )
  }

  const kind: SportsBets = {
    // Each locks its game, and is refused alone.
    events: 'single',

    pendingOf: (asked, placedAtMs) =>
      new PendingSportsBet(kind, asked, placedAtMs),

    decide(snapshot, [asked]) {
      assert(asked !== undefined, 'a bet to decide')
      const { betAmount: stake, odds } = asked.bet
      const reserved = stake + profitOf(stake, odds)
      const gameType = SPORTS_GAME_TYPE
      const empty = emptyBatch(snapshot, clock().getTime())
      try {
        const bet = { gameType, isStart: true, price: stake, payout: reserved }
        requireAllowed(pauses, empty, bet)
      } catch (error) {
        return refusedBy(snapshot, asked, error)
      }
      const playerBatch = eventBatch(empty, {
        ...eventBet(asked, { gameType, stake }),
        pending: asked,
        reserved,
        reservedChange: reserved,
        accepted: undefined,
        storedAnswer: null,
        release: bankroll.reserve(reserved - stake),
      })
      return { playerBatch, refused: [] }
    },

    commit: (partition, batches) =>
      transactionOn(pool, async (tx, client) => {
        for (const { bets } of batches)
          for (const bet of bets) await accept(tx, bet)
        const { players } = await commitSportsBets(client, partition, batches)
        return players
      }),

    settled: () => undefined,

    termsOf({ accepted }) {
      assert(accepted !== undefined, 'a committed bet was accepted')
      const { row: bet, game } = accepted
      const gameData = { bet: shownBet({ bet, game }) }
      const terms = termsOf({ gameType: SPORTS_GAME_TYPE, gameData })
      assert(terms !== undefined, 'a record has terms')
      return terms
    },

    answerOf({ storedAnswer }) {
      assert(storedAnswer !== null, 'a committed bet was accepted')
      return storedAnswer
    },
  }
  return kind
}

function rowOf(
  { pending, stake }: DecidedSportsBet,
  of: { game: GameRow; offer: Offer; placedAt: Date },
): BetRow {
  const { game, offer, placedAt } = of
  const { bet, id, userId } = pending
  const isLive = game.status === 'live'
  return {
    id,
    userId,
    gameId: game.id,
    teamName: bet.teamName,
    betAmount: stake,
    odds: offer.price,
    status: 'pending',
    payout: null,
    placedAt,
    settledAt: null,
    txHash: null,
    cryptoAmount: null,
    cryptoType: null,
    market: bet.market,
    point: offer.point,
    bookmaker: offer.bookmaker,
    pricedAt: new Date(offer.pricedAtMs),
    commenceTime: game.commenceTime,
    isLive,
    confirmedAt: isLive ? null : placedAt,
    closedFor: null,
    gradedVersion: 0,
    homeScore: null,
    awayScore: null,
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

const commitSportsBets = betCommit<DecidedSportsBet>({
  name: 'commit_sports_bets',
  columns: {
    reserved: ['int8', ({ reserved }) => reserved],
    terms: ['jsonb', ({ accepted }) => JSON.stringify(accepted?.row)],
  },
  heldChange: 'sum(reserved)::int8',
  answer: 'answer',
  writes: `kept_stakes AS (
  INSERT INTO stakes (id, user_id, game_type, seq, stake, reserved)
  SELECT id, user_id, game_type, seq, stake, reserved FROM played
), kept_bets AS (
  INSERT INTO sports_bets (id, user_id, game_id, team_name, bet_amount, odds, placed_at,
    market, point, bookmaker, priced_at, commence_time, is_live, confirmed_at)
  SELECT id, user_id, terms->>'gameId', terms->>'teamName', stake, (terms->>'odds')::int,
    (terms->>'placedAt')::timestamptz, terms->>'market', (terms->>'point')::float8,
    terms->>'bookmaker', (terms->>'pricedAt')::timestamptz,
    (terms->>'commenceTime')::timestamptz, (terms->>'isLive')::bool,
    (terms->>'confirmedAt')::timestamptz
  FROM played
)`,
})
