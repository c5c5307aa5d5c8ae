import { asc, desc, eq, inArray } from 'drizzle-orm'
import type { SportsBet, SportsRecord, SportsSource } from '#core/api/sports.ts'
import { coins } from '#core/money/coins.ts'
import { formatSelection, SPORTS_GAME_TYPE } from '#core/sports/game.ts'
import type { Database } from '../../platform/db/database.ts'
import {
  type BetRow,
  type BetWithGame,
  sportsBets,
  sportsDecisions,
  sportsGames,
} from './sports.table.ts'

type DecisionRow = typeof sportsDecisions.$inferSelect

const LISTED = 200

export function createSportsService(db: Database) {
  return {
    async ofPlayer(userId: string): Promise<SportsBet[]> {
      const rows = await betsWithGames(db)
        .where(eq(sportsBets.userId, userId))
        .orderBy(desc(sportsBets.placedAt), desc(sportsBets.id))
        .limit(LISTED)
      return rows.map(shownBet)
    },

    storedBets(ids: readonly string[]): Promise<BetRow[]> {
      return db
        .select()
        .from(sportsBets)
        .where(inArray(sportsBets.id, [...ids]))
    },

    async record(id: string): Promise<SportsRecord | undefined> {
      const [found] = await betsWithGames(db).where(eq(sportsBets.id, id))
      if (!found) return undefined
      const decisions = await db
        .select()
        .from(sportsDecisions)
        .where(eq(sportsDecisions.gameId, found.game.id))
        .orderBy(asc(sportsDecisions.id))
      return toSportsRecord(found, decisions)
    },
  }
}

export function betsWithGames(on: Database) {
  return on
    .select({ bet: sportsBets, game: sportsGames })
    .from(sportsBets)
    .innerJoin(sportsGames, eq(sportsGames.id, sportsBets.gameId))
    .$dynamic()
}

const NOTES: Record<SportsSource, string> = {
  the_odds_api:
    'This is evidence, not proof. No seeds decide a basketball game, so there is nothing to replay. The house shows the price it accepted, when its feed reported that price, and the score that settled the bet. Compare the score with a source you trust.',
  simulated:
    'This is evidence, not proof. The game is part of a season that the house simulates from a secret seed. The seed’s hash is published at the start of the season, but the operator could read the seed. The house shows the price it accepted, when its feed reported that price, and the score that settled the bet.',
}

const VOID_REASONS = {
  price_moved: 'The next odds did not confirm this live bet.',
  not_confirmed: 'The game ended before new odds confirmed this live bet.',
  not_played: 'The game was not played on its scheduled day.',
}

/** Returns what players and operators see of a bet. */
export function termsAndState(bet: BetRow) {
  const { bookmaker, id, market, odds, point, status, teamName } = bet
  return {
    id,
    teamName,
    odds,
    betAmount: coins(bet.betAmount),
    status,
    payout: bet.payout === null ? null : coins(bet.payout),
    placedAt: bet.placedAt.toISOString(),
    settledAt: bet.settledAt?.toISOString() ?? null,
    market,
    point,
    bookmaker,
    live: bet.isLive,
  }
}

export function shownBet({ bet, game }: BetWithGame): SportsBet {
  const { market, teamName: name, point } = bet
  return {
    ...termsAndState(bet),
    gameId: bet.gameId,
    label: formatSelection({ market, name, point }),
    game: {
      home_team: game.homeTeam,
      away_team: game.awayTeam,
      commence_time: bet.commenceTime.toISOString(),
      scores: toScores(bet),
    },
    acceptedAt: bet.pricedAt.toISOString(),
    confirmed: bet.confirmedAt !== null,
    voidReason: getVoidReason({ bet, game }),
  }
}

/** Returns the evidence of how a bet was accepted and settled. */
function toSportsRecord(
  { bet, game }: BetWithGame,
  decisions: readonly DecisionRow[],
): SportsRecord {
  const shown = shownBet({ bet, game })
  return {
    id: bet.id,
    gameType: SPORTS_GAME_TYPE,
    timestamp: shown.placedAt,
    betAmount: shown.betAmount,
    outcome: describeOutcome(shown),
    gameData: {
      kind: 'evidence',
      note: NOTES[game.source],
      player: bet.userId,
      source: game.source,
      bet: shown,
      game: {
        status: game.status,
        scores: toScores(game),
        decidedBy: game.decidedBy,
      },
      decisions: decisions.map((row) => ({
        decidedAt: row.decidedAt.toISOString(),
        decision: decisionText(row),
        reason: row.reason,
      })),
    },
  }
}

type Scores = { homeScore: number | null; awayScore: number | null }

export function toScores({ homeScore, awayScore }: Scores) {
  if (homeScore === null || awayScore === null) return null
  return { home_score: homeScore, away_score: awayScore }
}

function describeOutcome({ label, status, payout }: SportsBet): string {
  if (status === 'pending') return `${label}: not settled yet`
  if (status === 'won') return `${label}: Won ${payout} coins`
  return status === 'lost' ? `${label}: Lost` : `${label}: Stake returned`
}

function getVoidReason({ bet, game }: BetWithGame): string | null {
  if (bet.status !== 'void') return null
  if (bet.closedFor) return VOID_REASONS[bet.closedFor]
  if (game.status === 'cancelled') return 'The game was called off.'
  return 'The score landed exactly on the line.'
}

function decisionText({ homeScore, awayScore }: DecisionRow): string {
  return homeScore === null
    ? 'All bets on the game voided'
    : `Final score ${homeScore} (home) to ${awayScore} (away)`
}
