import * as z from 'zod'
import { isPrice } from '#core/sports/american-odds.ts'
import {
  type Bookmaker,
  type FeedGame,
  MARKETS,
  type Market,
  type PricedOutcome,
  type Score,
} from '#core/sports/game.ts'

/** Shapes of The Odds API v4; what we do not use may be anything. */
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

const pricedEvent = event.extend({ bookmakers: z.array(z.unknown()) })

const scoredEvent = event.extend({
  completed: z.boolean(),
  scores: z
    .array(z.object({ name: z.string(), score: z.string().nullable() }))
    .nullish(),
})

/** The games in an answer of /odds. One that we can not read is left out. */
export function pricedGames(body: readonly unknown[]): FeedGame[] {
  return readable(body, pricedEvent).map(({ bookmakers, ...game }) => ({
    ...identityOf(game),
    bookmakers: readable(bookmakers, bookmaker).map(bookmakerOf),
  }))
}

/** The games in an answer of /scores. */
export function scoredGames(body: readonly unknown[]): FeedGame[] {
  return readable(body, scoredEvent).map((game) => {
    const score = scoreOf(game)
    const told = { ...identityOf(game), ...(score && { score }) }
    // Without its score a game is not over for us, whatever is said.
    if (game.completed && score) return { ...told, status: 'final' }
    return { ...told, status: game.scores ? 'live' : 'scheduled' }
  })
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
    homeTeam: game.home_team,
    awayTeam: game.away_team,
    startsAtMs: game.commence_time,
  }
}

function bookmakerOf(book: z.output<typeof bookmaker>): Bookmaker {
  return {
    key: book.key,
    title: book.title,
    updatedAtMs: book.last_update,
    markets: book.markets.flatMap(marketOf),
  }
}

/** None that we do not take bets on, and none that lacks a side's price. */
function marketOf(market: {
  key: string
  outcomes: z.output<typeof outcome>[]
}): Market[] {
  const key = MARKETS.find((known) => known === market.key)
  if (!key) return []
  const outcomes = market.outcomes.flatMap((side) => outcomeOf(key, side))
  return outcomes.length === 2 ? [{ key, outcomes }] : []
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
    const text = scores?.find(({ name }) => name === team)?.score
    return /^\d{1,3}$/.test(text ?? '') ? Number(text) : undefined
  }
  const [home, away] = [pointsOf(home_team), pointsOf(away_team)]
  return home === undefined || away === undefined ? undefined : { home, away }
}
