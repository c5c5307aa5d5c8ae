import * as z from 'zod'
import { DAY_MS } from '#core/durations.ts'
import { type FeedGame, MARKETS, SPORT_KEY } from '#core/sports/game.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { Platform } from '../../../platform/platform.ts'
import {
  type DroppedMarket,
  parsePricedGames,
  parseScoredGames,
} from './odds-api-answer.ts'
import { FeedFailure, type SportsFeed } from './sports-feed.ts'

/** Quota per request: one for each market, two for scores of past days. */
const PRICES_COST = MARKETS.length
const SCORES_COST = 2
/** Quota reserved for scores, which settle bets. */
const SCORES_RESERVE = 50
const RESULTS_OF_DAYS = 3
const ANSWER_WITHIN_MS = 10_000
/** Live prices older than 30 s take no bets. */
const LIVE_EVERY_MS = 20_000
const WRONG_REQUEST_PAUSE_MS = 300_000
const BUSY_PAUSE_MS = 30_000

export function createOddsApiFeed(
  deps: Pick<Platform, 'clock' | 'log'> & {
    /** Without a slash at the end. */
    baseUrl: string
    apiKey: string
    /** Interval of price requests without live games. */
    everyMs: number
    metrics: Pick<Metrics, 'gauge'>
    answerWithinMs?: number
  },
): SportsFeed {
  const { baseUrl, apiKey, clock, log, metrics } = deps
  const { answerWithinMs = ANSWER_WITHIN_MS } = deps
  const requestsRemaining = metrics.gauge(
    'sports_feed_requests_remaining',
    'Remaining quota of the odds feed, in the leading process',
  )
  let remaining: number | undefined

  async function prices(): Promise<FeedGame[]> {
    const query = {
      regions: 'us',
      markets: MARKETS.join(','),
      oddsFormat: 'american',
      dateFormat: 'iso',
    }
    const dropped: DroppedMarket[] = []
    const body = await request('odds', query)
    const games = parsePricedGames(body, (market) => dropped.push(market))
    const [first] = dropped
    const count = dropped.length
    if (first) log.warn({ count, first }, 'sports_markets.dropped')
    return games
  }

  async function scores(): Promise<FeedGame[]> {
    const query = { daysFrom: String(RESULTS_OF_DAYS), dateFormat: 'iso' }
    return parseScoredGames(await request('scores', query))
  }

  async function request(path: string, query: Record<string, string>) {
    const search = new URLSearchParams({ apiKey, ...query })
    const url = `${baseUrl}/v4/sports/${SPORT_KEY}/${path}?${search}`
    const signal = AbortSignal.timeout(answerWithinMs)
    // An error of fetch may contain the URL, and with it the key.
    const response = await fetch(url, { signal, redirect: 'error' }).catch(
      () => undefined,
    )
    if (!response) throw new FeedFailure(`${path}: no answer`)
    const quota = response.headers.get('x-requests-remaining')
    if (quota && Number(quota) >= 0) {
      remaining = Number(quota)
      requestsRemaining.set(remaining)
    }
    const body: unknown = await response.json().catch(() => undefined)
    if (!response.ok) throw toFailure(path, response, body)
    if (!Array.isArray(body))
      throw new FeedFailure(`${path}: not a list in JSON`)
    return body
  }

  return {
    source: 'the_odds_api',
    speed: 1,

    async poll(_right, started) {
      const now = clock()
      const since = new Date(now.getTime() - RESULTS_OF_DAYS * DAY_MS)
      // Operators decide older games.
      const asksScores = started.some((game) => game.commenceTime >= since)
      const anyLive = started.some(({ status }) => status === 'live')
      const asksPrices = (remaining ?? Infinity) > SCORES_RESERVE
      const scored = asksScores ? await scores() : []
      const priced = asksPrices ? await prices() : []
      return {
        askedAtMs: now.getTime(),
        games: [...priced, ...scored],
        hasAllPrices: asksPrices,
        pauseMs: pollPause({
          wantedMs: anyLive ? LIVE_EVERY_MS : deps.everyMs,
          cost: PRICES_COST + (asksScores ? SCORES_COST : 0),
          remaining,
          resetsInMs: msToNextMonth(now),
        }),
      }
    },
  }
}

const refusal = z.object({ error_code: z.string().regex(/^\w{1,40}$/) })

function toFailure(path: string, { status, headers }: Response, body: unknown) {
  const code = refusal.safeParse(body).data?.error_code
  const message = `${path}: ${status}${code ? ` ${code}` : ''}`
  if (status === 429) {
    const seconds = Number(headers.get('retry-after'))
    const pauseMs = seconds > 0 ? seconds * 1_000 : BUSY_PAUSE_MS
    return new FeedFailure(message, Math.min(pauseMs, WRONG_REQUEST_PAUSE_MS))
  }
  const isOurs = status >= 400 && status < 500
  return new FeedFailure(message, isOurs ? WRONG_REQUEST_PAUSE_MS : 0)
}

/** Returns the time to the next poll, in ms, so that the month's quota lasts. */
export function pollPause(plan: {
  wantedMs: number
  cost: number
  /** Remaining quota; undefined before the first answer. */
  remaining: number | undefined
  resetsInMs: number
}): number {
  const { wantedMs, cost, remaining, resetsInMs } = plan
  if (remaining === undefined) return wantedMs
  const polls = Math.floor(remaining / cost)
  if (polls === 0) return resetsInMs
  return Math.max(wantedMs, Math.ceil(resetsInMs / polls))
}

export function msToNextMonth(now: Date): number {
  const next = Date.UTC(now.getUTCFullYear(), now.getUTCMonth() + 1, 1)
  return next - now.getTime()
}
