import { HOUR_MS } from '../../durations.ts'
import type { FeedGame, Teams } from '../game.ts'
import { TEAMS } from '../nba-teams.ts'
import { createBookmakers, DRIFT, getLines, type Lines } from './bookmaking.ts'
import { createForecast, type Forecast } from './forecast.ts'
import {
  drawProgress,
  type GameProgress,
  getEndMs,
  getStage,
  REGULAR,
  type Stage,
} from './game-progress.ts'
import { createRandom, type Random, type SeasonSeed } from './random.ts'
import { type ScheduledGame, SEASON_MS, schedule } from './schedule.ts'
import { drawStrength, getScoring, type Scoring } from './scoring.ts'

/** Time before the start from which a game is offered. */
const OFFERED_BEFORE_MS = 72 * HOUR_MS
/** Interval at which prices drift. */
const DRIFT_EVERY_MS = HOUR_MS / 2
/** Last possession with offers; none in the last minutes and in overtime. */
const LAST_OFFERED = REGULAR - 16
/** Upper bound of a game's duration with all its overtimes. */
const LONGEST_MS = 24 * HOUR_MS
const NO_SCORE = { home: 0, away: 0 }

/** Simulated season: a pure function of its seed and the time. */
export type Season = {
  /**
   * Returns the games that are offered, live or requested.
   *
   * @param requested numbers of games whose results are still missing.
   */
  at(moment: Moment, requested?: Iterable<number>): SeasonGame[]
  /** True once all games are over. */
  isOver(elapsedMs: number): boolean
}

export type Moment = {
  /** In ms since the start of the season. */
  elapsedMs: number
  /** The same moment in epoch milliseconds, the time of the prices. */
  nowMs: number
}

export type SeasonGame = Omit<FeedGame, 'id' | 'startsAtMs'> & {
  number: number
  /** In ms since the start of the season. */
  startsAt: number
}

/** Generated game, with the inputs of its prices. */
type Play = {
  teams: Teams
  sides: { home: Scoring; away: Scoring }
  lines: Lines
  progress: GameProgress
}

export function createSeason(seed: SeasonSeed): Season {
  const games = schedule(seed)
  const strengths = TEAMS.map((_, team) =>
    drawStrength(createRandom(seed, 'strength', team)),
  )
  const plays = new Map<number, Play>()

  function playGame(game: ScheduledGame): Play {
    const known = plays.get(game.number)
    if (known) return known
    const random = createRandom(seed, 'game', game.number)
    const play = playTeams(game, strengths, random)
    plays.set(game.number, play)
    return play
  }

  function isShown(game: ScheduledGame, elapsedMs: number): boolean {
    if (elapsedMs < game.startsAt) {
      return elapsedMs >= game.startsAt - OFFERED_BEFORE_MS
    }
    const since = elapsedMs - game.startsAt
    return since <= LONGEST_MS && since <= getEndMs(playGame(game).progress)
  }

  function toSeasonGame(game: ScheduledGame, moment: Moment): SeasonGame {
    const play = playGame(game)
    const { startsAt, number } = game
    const stage = getStage(play.progress, moment.elapsedMs - startsAt)
    const step = Math.floor((startsAt - moment.elapsedMs) / DRIFT_EVERY_MS)
    const day = createRandom(seed, `drift:${number}`, Math.max(0, step))
    const drift = (2 * day.fraction() - 1) * DRIFT
    const priced = { drift, nowMs: moment.nowMs }
    return {
      ...play.teams,
      number,
      startsAt,
      status: stage.status,
      ...('score' in stage && { score: stage.score }),
      bookmakers: listBookmakers(play, stage, priced),
    }
  }

  return {
    at(moment, requested = []) {
      const wanted = new Set(requested)
      return games
        .filter(
          (game) => wanted.has(game.number) || isShown(game, moment.elapsedMs),
        )
        .map((game) => toSeasonGame(game, moment))
    },
    isOver: (elapsedMs) => elapsedMs >= SEASON_MS,
  }
}

function playTeams(
  { home, away }: ScheduledGame,
  strengths: readonly number[],
  random: Random,
): Play {
  const teams = { homeTeam: TEAMS[home] ?? '', awayTeam: TEAMS[away] ?? '' }
  const sides = getScoring({
    home: strengths[home] ?? 0,
    away: strengths[away] ?? 0,
  })
  const before = createForecast(sides, { score: NO_SCORE, possessions: 0 })
  const progress = drawProgress(sides, random)
  return { teams, sides, lines: getLines(before), progress }
}

function listBookmakers(
  { teams, sides, lines }: Play,
  stage: Stage,
  priced: { drift: number; nowMs: number },
) {
  const forecast = getForecast(sides, stage)
  return forecast ? createBookmakers(forecast, { teams, lines, ...priced }) : []
}

/** Returns undefined if nothing is offered any more. */
function getForecast(sides: Play['sides'], stage: Stage): Forecast | undefined {
  if (stage.status === 'scheduled') {
    return createForecast(sides, { score: NO_SCORE, possessions: 0 })
  }
  const isOffered = stage.status === 'live' && stage.possessions <= LAST_OFFERED
  return isOffered ? createForecast(sides, stage) : undefined
}
