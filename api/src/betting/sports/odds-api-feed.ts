import { type FeedGame, MARKETS, SPORT_KEY } from '#core/sports/game.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import {
  type DroppedMarket,
  pricedGames,
  scoredGames,
} from './odds-api-answer.ts'
import { KEPT_FOR_SCORES, msToNextMonth, pollPause } from './poll-pause.ts'
import {
  type FeedAnswer,
  FeedFailure,
  type FeedQuestion,
  type SportsFeed,
} from './sports-feed.ts'

/** What The Odds API counts a request as: one a market, two for scores of past days. */
const PRICES_COST = MARKETS.length
const SCORES_COST = 2
const RESULTS_OF_DAYS = 3
const DAY_MS = 24 * 60 * 60 * 1_000
const ANSWER_WITHIN_MS = 10_000
/** Live prices older than 30 s take no bets. */
const LIVE_EVERY_MS = 20_000
/** A wrong key or request is not right a moment later. */
const WRONG_REQUEST_PAUSE_MS = 300_000
const BUSY_PAUSE_MS = 30_000

type OddsApiDeps = {
  /** Without a slash at the end. */
  baseUrl: string
  apiKey: string
  /** How often prices are asked for when no game is being played, in ms. */
  everyMs: number
  clock: Clock
  log: Logger
  metrics: Pick<Metrics, 'sportsRequestsRemaining'>
  /** After so long an answer is given up, in ms. */
  answerWithinMs?: number
}

/** Games, prices and scores of The Odds API, version 4. */
export class OddsApiFeed implements SportsFeed {
  readonly source = 'the_odds_api'
  readonly speed = 1
  readonly #deps: OddsApiDeps
  #remaining: number | undefined

  constructor(deps: OddsApiDeps) {
    this.#deps = deps
  }

  async poll({ unsettled, anyLive }: FeedQuestion): Promise<FeedAnswer> {
    const now = this.#deps.clock()
    const since = now.getTime() - RESULTS_OF_DAYS * DAY_MS
    // What is older than its results is an operator's to decide.
    const asksScores = unsettled.some(({ startsAtMs }) => startsAtMs >= since)
    const asksPrices = (this.#remaining ?? Infinity) > KEPT_FOR_SCORES
    const scored = asksScores ? await this.#scores() : []
    const priced = asksPrices ? await this.#prices() : []
    return {
      askedAtMs: now.getTime(),
      games: [...priced, ...scored],
      hasAllPrices: asksPrices,
      pauseMs: pollPause({
        wantedMs: anyLive ? LIVE_EVERY_MS : this.#deps.everyMs,
        cost: PRICES_COST + (asksScores ? SCORES_COST : 0),
        remaining: this.#remaining,
        resetsInMs: msToNextMonth(now),
      }),
    }
  }

  async #prices(): Promise<FeedGame[]> {
    const query = {
      regions: 'us',
      markets: MARKETS.join(','),
      oddsFormat: 'american',
      dateFormat: 'iso',
    }
    const dropped: DroppedMarket[] = []
    const body = await this.#ask('odds', query)
    const games = pricedGames(body, (market) => dropped.push(market))
    const [first] = dropped
    if (first) {
      const count = dropped.length
      this.#deps.log.warn({ count, first }, 'sports_markets.dropped')
    }
    return games
  }

  async #scores(): Promise<FeedGame[]> {
    const query = { daysFrom: String(RESULTS_OF_DAYS), dateFormat: 'iso' }
    return scoredGames(await this.#ask('scores', query))
  }

  async #ask(path: string, query: Record<string, string>): Promise<unknown[]> {
    const { apiKey, baseUrl, answerWithinMs = ANSWER_WITHIN_MS } = this.#deps
    const asked = new URLSearchParams({ apiKey, ...query })
    const url = `${baseUrl}/v4/sports/${SPORT_KEY}/${path}?${asked}`
    const signal = AbortSignal.timeout(answerWithinMs)
    // An error of fetch may tell the address, and with it the key.
    const response = await fetch(url, { signal }).catch(() => undefined)
    if (!response) throw new FeedFailure(`${path}: no answer`)
    this.#noteQuota(response.headers.get('x-requests-remaining'))
    const text = await response.text().catch(() => undefined)
    if (text === undefined) throw new FeedFailure(`${path}: answer cut off`)
    if (!response.ok) throw refusedBy(path, response, text)
    return listIn(path, text)
  }

  #noteQuota(header: string | null): void {
    if (header === null || !/^\d+(\.\d+)?$/.test(header)) return
    this.#remaining = Number(header)
    this.#deps.metrics.sportsRequestsRemaining.set(this.#remaining)
  }
}

const ERROR_CODE = /"error_code"\s*:\s*"(\w{1,40})"/

function refusedBy(
  path: string,
  { status, headers }: Pick<Response, 'status' | 'headers'>,
  text: string,
): FeedFailure {
  const [, code] = ERROR_CODE.exec(text) ?? []
  const message = `${path}: ${status}${code ? ` ${code}` : ''}`
  if (status === 429) {
    const seconds = Number(headers.get('retry-after') ?? Number.NaN)
    const pauseMs = seconds > 0 ? seconds * 1_000 : BUSY_PAUSE_MS
    return new FeedFailure(message, Math.min(pauseMs, WRONG_REQUEST_PAUSE_MS))
  }
  const isOurs = status >= 400 && status < 500
  return new FeedFailure(message, isOurs ? WRONG_REQUEST_PAUSE_MS : undefined)
}

function listIn(path: string, text: string): unknown[] {
  const body = parsed(text)
  if (!Array.isArray(body)) throw new FeedFailure(`${path}: not a list in JSON`)
  return body
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
