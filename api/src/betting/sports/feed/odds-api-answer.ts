import * as z from 'zod'
import { isPrice } from '#core/sports/american-odds.ts'
import {
  type FeedGame,
  MARKETS,
  type Market,
  OVER,
  type PricedOutcome,
  type Score,
  type Teams,
  UNDER,
} from '#core/sports/game.ts'
import { findTeam } from '#core/sports/nba-teams.ts'

/** Used fields of The Odds API v4. */
const time = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))

/** The price is null while a bookmaker has taken it down. */
const outcome = z.object({
  name: z.string(),
  price: z.number().nullish(),
  point: z.number().nullish(),
})

const bookmaker = z.object({
  key: z.string(),
  title: z.string(),
  last_update: time,
  markets: z.array(z.object({ key: z.string(), outcomes: z.array(outcome) })),
})

const team = z.string().min(1).transform(findTeam)

/** Leaves out a game of a team against itself. */
const event = z
  .object({
    id: z.string().min(1).max(100),
    commence_time: time,
    home_team: team,
    away_team: team,
  })
  .refine(({ home_team, away_team }) => home_team !== away_team)
  .transform(({ id, commence_time: startsAtMs, home_team, away_team }) => ({
    id,
    homeTeam: home_team,
    awayTeam: away_team,
    startsAtMs,
  }))

const pricedEvent = event.and(z.object({ bookmakers: z.array(z.unknown()) }))

const points = z.union([z.string(), z.number()]).nullable()

const scoredEvent = event.and(
  z.object({
    completed: z.boolean(),
    scores: z.array(z.object({ name: z.string(), score: points })).nullish(),
  }),
)

/** A market left out because an outcome names neither side. */
export type DroppedMarket = {
  game: string
  bookmaker: string
  market: string
  outcomes: string[]
}

/** Reads the games in an answer of /odds; leaves unreadable ones out. */
export function parsePricedGames(
  body: readonly unknown[],
  onDropped: (market: DroppedMarket) => void,
): FeedGame[] {
  return parseAll(body, pricedEvent).map(({ bookmakers, ...game }) => ({
    ...game,
    bookmakers: parseAll(bookmakers, bookmaker).map((book) => ({
      key: book.key,
      title: book.title,
      updatedAtMs: book.last_update,
      markets: book.markets.flatMap((market) => {
        const fitting = parseMarket(market, game)
        if (fitting !== 'dropped') return fitting ?? []
        const outcomes = market.outcomes.map(({ name }) => name)
        const from = { game: game.id, bookmaker: book.key }
        onDropped({ ...from, market: market.key, outcomes })
        return []
      }),
    })),
  }))
}

export function parseScoredGames(body: readonly unknown[]): FeedGame[] {
  return parseAll(body, scoredEvent).map(({ completed, scores, ...game }) => {
    const score = parseScore(game, scores ?? [])
    // A game without a score is not final, even if it is completed.
    if (completed && score) return { ...game, score, status: 'final' }
    const status = scores ? 'live' : 'scheduled'
    return { ...game, ...(score && { score }), status }
  })
}

function parseAll<T extends z.ZodType>(
  items: readonly unknown[],
  schema: T,
): z.output<T>[] {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

/**
 * Returns undefined for a market we don't offer or a side without a price, and
 * 'dropped' when the outcomes are not the market's two sides.
 */
function parseMarket(
  market: { key: string; outcomes: z.output<typeof outcome>[] },
  { homeTeam, awayTeam }: Teams,
): Market | 'dropped' | undefined {
  const key = MARKETS.find((known) => known === market.key)
  if (!key) return undefined
  const sides = key === 'totals' ? [OVER, UNDER] : [homeTeam, awayTeam]
  const outcomes = market.outcomes.map((side) => ({
    ...side,
    name: findTeam(side.name),
  }))
  const names = new Set(outcomes.map(({ name }) => name))
  const fits = outcomes.length === 2 && sides.every((side) => names.has(side))
  if (!fits) return 'dropped'
  const priced = outcomes.flatMap((side) => parseOutcomes(key, side))
  return priced.length === 2 ? { key, outcomes: priced } : undefined
}

function parseOutcomes(
  key: Market['key'],
  { name, price, point }: z.output<typeof outcome>,
): PricedOutcome[] {
  if (!isPrice(price)) return []
  if (key === 'h2h') return [{ name, price }]
  return typeof point === 'number' ? [{ name, price, point }] : []
}

function parseScore(
  { homeTeam, awayTeam }: Teams,
  scores: readonly { name: string; score: z.output<typeof points> }[],
): Score | undefined {
  const parsePoints = (team: string) => {
    const own = scores.filter(({ name }) => findTeam(name) === team)
    // Not just digits if a team has no score, or several.
    const text = own.map(({ score }) => score).join()
    return /^\d{1,3}$/.test(text) ? Number(text) : undefined
  }
  const [home, away] = [parsePoints(homeTeam), parsePoints(awayTeam)]
  return home === undefined || away === undefined ? undefined : { home, away }
}
