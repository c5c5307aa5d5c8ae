import { getTableColumns, inArray, sql } from 'drizzle-orm'
import type pg from 'pg'
import type {
  PlacedSportsBet,
  PlaceSportsBetRequest,
} from '#core/api/sports.ts'
import { assert } from '#core/assert.ts'
import { parseTerms } from '#core/evidence/bet-terms.ts'
import { JACKPOT_SEED } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import { getProfit } from '#core/sports/american-odds.ts'
import { SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import {
  closedBecause,
  findOffer,
  isStale,
  type Offer,
} from '#core/sports/offer.ts'
import { type ExposureLimits, largestCoveredStake } from '#core/sports/terms.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { Exposure, StakesService } from '../../ledger/stakes.service.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import { type AdmissionDeps, requireAllowed } from '../engine/admission.ts'
import { startAnswer } from '../engine/bet-answers.ts'
import { betCommit } from '../engine/bet-commit.ts'
import {
  type BetKind,
  type BetRequest,
  type DecidedBet,
  decideEventBet,
  eventBet,
  PendingEventBet,
  type PlayerBatch,
} from '../engine/bets.ts'
import { WITHOUT_EVENT } from '../engine/commit-statement.ts'
import { type BetRow, type GameRow, sportsGames } from './sports.table.ts'
import { shownBet } from './sports-records.ts'

export type SportsBetRequest = BetRequest & { bet: PlaceSportsBetRequest }

type PendingSportsBet = PendingEventBet<PlaceSportsBetRequest>

/** A game and the version of its row, which changes with every update. */
type GameVersion = GameRow & { version: string }

const version = sql<string>`${sportsGames}.xmin::text`

type DecidedSportsBet = DecidedBet & {
  row: BetRow
  game: GameVersion
  /** The largest payout, stake included, in coins. */
  reserved: number
}

export type SportsBets = BetKind<
  SportsBetRequest,
  PendingSportsBet,
  DecidedSportsBet
>

/**
 * Bets at the prices that games offer. Games and possible losses are read for
 * each batch; the statement commits only bets on games that are still the same.
 */
export function createSportsBets({
  bankroll,
  clock,
  betDb,
  exposure,
  ledger,
  pauses,
  pool,
  stakes,
}: Omit<AdmissionDeps, 'hashes'> & {
  betDb: Database
  clock: Clock
  exposure: ExposureLimits
  ledger: Pick<LedgerService, 'totals'>
  /** A pool with a connection for each queue. */
  pool: pg.Pool
  stakes: Pick<StakesService, 'exposure'>
}): SportsBets {
  let offered = new Map<string, GameVersion>()
  let losses: Exposure = { ofAll: 0, ofPlayer: new Map() }
  let funds = 0

  function decideBet(
    empty: PlayerBatch,
    pending: PendingSportsBet,
  ): DecidedSportsBet {
    const { bet, userId } = pending
    pauses.requireStart(SPORTS_GAME_TYPE)
    const game = offered.get(bet.gameId)
    if (!game) throw new Refusal('game_unknown')
    const offer = acceptedOffer(empty.nowMs, game, bet)
    const stake = bet.betAmount
    const profit = getProfit(stake, offer.price)
    const reserved = stake + profit
    requireAllowed(pauses, empty, {
      gameType: SPORTS_GAME_TYPE,
      isStart: true,
      price: stake,
      payout: reserved,
    })
    const ofPlayer = losses.ofPlayer.get(userId) ?? 0
    const state = {
      bankroll: funds,
      free: bankroll.free(),
      pending: { ofAll: losses.ofAll, ofPlayer },
    }
    const largestStake = largestCoveredStake(offer.price, state, exposure)
    if (stake > largestStake) throw new Refusal('house_limit', { largestStake })
    losses.ofAll += profit
    const event = eventBet({ gameType: SPORTS_GAME_TYPE, stake })
    const row = toRow(pending, { ...event, game, offer, placedAt: clock() })
    const answer = { transactionId: row.id, bet: shownBet({ bet: row, game }) }
    return {
      ...event,
      pending,
      row,
      game,
      reserved,
      reservedChange: reserved,
      storedAnswer: startAnswer(
        answer satisfies Omit<PlacedSportsBet, 'balance'>,
      ),
      release: bankroll.reserve(profit),
    }
  }

  const kind: SportsBets = {
    isOnEvents: true,

    createPending: (request, placedAtMs) =>
      new PendingEventBet(kind, request, placedAtMs),

    async load(waiting) {
      const ids = waiting.map(({ bet }) => bet.gameId)
      const players = waiting.map(({ userId }) => userId)
      const [found, totals, pending] = await Promise.all([
        betDb
          .select({ ...getTableColumns(sportsGames), version })
          .from(sportsGames)
          .where(inArray(sportsGames.id, ids)),
        ledger.totals(),
        stakes.exposure(SPORTS_GAME_TYPE, players),
      ])
      offered = new Map(found.map((game) => [game.id, game]))
      funds = totals.house - JACKPOT_SEED
      losses = pending
    },

    decide: (snapshot, waiting) =>
      decideEventBet(snapshot, waiting, clock().getTime(), decideBet),

    async commit(partition, batches) {
      return (await commitSportsBets(pool, partition, batches)).players
    },

    onCommitted: () => undefined,

    toTerms({ game, row: bet }) {
      const gameData = { bet: shownBet({ bet, game }) }
      const terms = parseTerms({ gameType: SPORTS_GAME_TYPE, gameData })
      assert(terms !== undefined, 'a record has terms')
      return terms
    },

    toAnswer({ storedAnswer }) {
      assert(storedAnswer !== null, 'answers on events are stored')
      return storedAnswer
    },
  }
  return kind
}

function toRow(
  { bet, userId }: PendingSportsBet,
  of: {
    id: string
    stake: number
    game: GameRow
    offer: Offer
    placedAt: Date
  },
): BetRow {
  const { game, id, offer, placedAt, stake } = of
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

/** Returns the offer that a request accepts. @throws betting_closed, odds_changed */
function acceptedOffer(
  nowMs: number,
  game: GameRow,
  request: PlaceSportsBetRequest,
): Offer {
  const offered = {
    status: game.status,
    startsAtMs: game.commenceTime.getTime(),
    pricesAtMs: game.pricesAt.getTime(),
    bookmakers: game.bookmakers,
  }
  const closed = closedBecause(nowMs, offered)
  if (closed) throw new Refusal('betting_closed', { reason: closed })
  const { market, teamName: name, bookmaker, odds, point } = request
  const offer = findOffer(offered, { market, name, bookmaker })
  if (!offer) throw new Refusal('betting_closed', { reason: 'not_offered' })
  const { pricedAtMs } = offer
  if (isStale(nowMs, { status: game.status, pricedAtMs })) {
    throw new Refusal('betting_closed', { reason: 'stale' })
  }
  const isSameLine = point === undefined || point === offer.point
  if (odds !== offer.price || !isSameLine) {
    const { price, point, bookmaker: at } = offer
    throw new Refusal('odds_changed', { price, point, bookmaker: at })
  }
  return offer
}

/** Locks the games, and leaves out bets whose game is locked or changed. */
const commitSportsBets = betCommit<DecidedSportsBet>({
  ...WITHOUT_EVENT,
  name: 'commit_sports_bets',
  columns: {
    reserved: ['int8', ({ reserved }) => reserved],
    game_version: ['text', ({ game }) => game.version],
    terms: ['jsonb', ({ row }) => JSON.stringify(row)],
  },
  lockedEvents: `
offer AS MATERIALIZED (
  SELECT decided.user_id AS player
  FROM decided JOIN sports_games AS game ON game.id = terms->>'gameId'
  WHERE game.xmin::text = game_version
  FOR SHARE OF game SKIP LOCKED
),`,
  joinedEvent: 'JOIN offer ON player = player_batch.user_id',
  reservedChange: 'sum(reserved)::int8',
  writtenRows: `
kept_stakes AS (
  INSERT INTO stakes (id, user_id, game_type, seq, stake, reserved)
  SELECT id, user_id, game_type, seq, stake, reserved FROM committed_bets
),
kept_bets AS (
  INSERT INTO sports_bets (id, user_id, game_id, team_name, bet_amount, odds, placed_at,
    market, point, bookmaker, priced_at, commence_time, is_live, confirmed_at)
  SELECT id, user_id, terms->>'gameId', terms->>'teamName', stake, (terms->>'odds')::int,
    (terms->>'placedAt')::timestamptz, terms->>'market', (terms->>'point')::float8,
    terms->>'bookmaker', (terms->>'pricedAt')::timestamptz,
    (terms->>'commenceTime')::timestamptz, (terms->>'isLive')::bool,
    (terms->>'confirmedAt')::timestamptz
  FROM committed_bets
),`,
})
