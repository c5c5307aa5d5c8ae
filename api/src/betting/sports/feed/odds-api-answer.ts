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
import { teamOf } from '#core/sports/nba-teams.ts'

/** Used fields of The Odds API v4. */
const time = z.iso
  .datetime({ offset: true })
  .transform((text) => Date.parse(text))

const outcome = z.object({
  name: z.string(),
  /** Null while a bookmaker has taken it down. */
  price: z.number().nullish(),
  point: z.number().nullish(),
})

const bookmaker = z.object({
  key: z.string(),
  title: z.string(),
  last_update: time,
  markets: z.array(z.object({ key: z.string(), outcomes: z.array(outcome) })),
})

const event = z.object({
  id: z.string().min(1).max(100),
  commence_time: time,
  home_team: z.string().min(1),
  away_team: z.string().min(1),
})

const points = z.union([z.string(), z.number()]).nullable()

const pricedEvent = event.extend({ bookmakers: z.array(z.unknown()) })

const scoredEvent = event.extend({
  completed: z.boolean(),
  scores: z.array(z.object({ name: z.string(), score: points })).nullish(),
})

/** A market left out because an outcome names neither side. */
export type DroppedMarket = {
  game: string
  bookmaker: string
  market: string
  outcomes: string[]
}

/**
 * Reads the games in an answer of /odds. An unreadable one is left out.
 *
 * @param onDropped called for each market whose outcomes don't fit its game.
 */
export function pricedGames(
  body: readonly unknown[],
  onDropped: (market: DroppedMarket) => void,
): FeedGame[] {
  return readableEvents(body, pricedEvent).map(({ bookmakers, ...event }) => {
    const game = identityOf(event)
    return {
      ...game,
      bookmakers: readable(bookmakers, bookmaker).map((book) => ({
        key: book.key,
        title: book.title,
        updatedAtMs: book.last_update,
        markets: book.markets.flatMap((market) => {
          const fitting = marketOf(market, game)
          if (fitting !== 'dropped') return fitting ?? []
          const outcomes = market.outcomes.map(({ name }) => name)
          const from = { game: game.id, bookmaker: book.key }
          onDropped({ ...from, market: market.key, outcomes })
          return []
        }),
      })),
    }
  })
}

/** The games in an answer of /scores. */
export function scoredGames(body: readonly unknown[]): FeedGame[] {
  return readableEvents(body, scoredEvent).map((game) => {
    const score = scoreOf(game)
    const identity = { ...identityOf(game), ...(score && { score }) }
    // A game without a score is not final, even if it is completed.
    if (game.completed && score) return { ...identity, status: 'final' }
    return { ...identity, status: game.scores ? 'live' : 'scheduled' }
  })
}

/** Leaves out a game of a team against itself. */
function readableEvents<T extends z.ZodType<z.output<typeof event>>>(
  body: readonly unknown[],
  schema: T,
): z.output<T>[] {
  return readable(body, schema).filter(
    ({ home_team, away_team }) => teamOf(home_team) !== teamOf(away_team),
  )
}

function readable<T extends z.ZodType>(
  items: readonly unknown[],
  schema: T,
): z.output<T>[] {
  return items.flatMap((item) => {
    const parsed = schema.safeParse(item)
    return parsed.success ? [parsed.data] : []
  })
}

function identityOf(game: z.output<typeof event>) {
  return {
    id: game.id,
    homeTeam: teamOf(game.home_team),
    awayTeam: teamOf(game.away_team),
    startsAtMs: game.commence_time,
  }
}

/**
 * Returns undefined for a market we don't offer or a side without a price, and
 * 'dropped' when the outcomes are not the market's two sides.
 */
function marketOf(
  market: { key: string; outcomes: z.output<typeof outcome>[] },
  { homeTeam, awayTeam }: Teams,
): Market | 'dropped' | undefined {
  const key = MARKETS.find((known) => known === market.key)
  if (!key) return undefined
  const sides = key === 'totals' ? [OVER, UNDER] : [homeTeam, awayTeam]
  const outcomes = market.outcomes.map((side) => ({
    ...side,
    name: teamOf(side.name),
  }))
  const names = new Set(outcomes.map(({ name }) => name))
  const fits = outcomes.length === 2 && sides.every((side) => names.has(side))
  if (!fits) return 'dropped'
  const priced = outcomes.flatMap((side) => outcomeOf(key, side))
  return priced.length === 2 ? { key, outcomes: priced } : undefined
}

function outcomeOf(
  key: Market['key'],
  { name, price, point }: z.output<typeof outcome>,
): PricedOutcome[] {
  if (!isPrice(price)) return []
  if (key === 'h2h') return [{ name, price }]
  return typeof point === 'number' ? [{ name, price, point }] : []
}

function scoreOf({
  scores,
  home_team,
  away_team,
}: z.output<typeof scoredEvent>): Score | undefined {
  const pointsOf = (team: string) => {
    const own = (scores ?? []).filter(
      ({ name }) => teamOf(name) === teamOf(team),
    )
    // Not just digits if a team has no score, or several.
    const text = own.map(({ score }) => score).join()
    return /^\d{1,3}$/.test(text) ? Number(text) : undefined
  }
  const [home, away] = [pointsOf(home_team), pointsOf(away_team)]
  return home === undefined || away === undefined ? undefined : { home, away }
}
