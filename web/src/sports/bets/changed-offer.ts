import * as z from 'zod/mini'
import type { SportsGame } from '#core/api/sports.ts'
import { isPrice } from '#core/sports/american-odds.ts'
import { ApiError } from '../../lib/call.ts'
import type { SeenOffer } from '../offers.ts'

const changed = z.object({
  price: z.int().check(z.refine(isPrice)),
  point: z.nullable(z.number()),
})

/** What a refused offer is now; undefined where the refusal is for something else. */
export function changedOffer(
  error: Error,
  refused: SeenOffer,
): SeenOffer | undefined {
  if (!(error instanceof ApiError) || error.code !== 'odds_changed') return
  const now = changed.safeParse(error.problem).data
  return now && { ...refused, ...now }
}

/** The games, with one outcome as a refusal has it: newer than any list. */
export function withOffer(
  games: readonly SportsGame[],
  { gameId, bookmaker, market, name, price, point }: SeenOffer,
): SportsGame[] {
  return replaced(games, { id: gameId }, (game) => ({
    ...game,
    bookmakers: replaced(game.bookmakers, { key: bookmaker }, (book) => ({
      ...book,
      markets: replaced(book.markets, { key: market }, (one) => ({
        ...one,
        outcomes: replaced(one.outcomes, { name }, (outcome) => ({
          ...outcome,
          price,
          ...(point !== null && { point }),
        })),
      })),
    })),
  }))
}

/** The list with those changed that have these members. */
function replaced<T extends object>(
  list: readonly T[],
  wanted: Partial<T>,
  change: (item: T) => T,
): T[] {
  const entries = Object.entries(wanted)
  const isWanted = (item: T) =>
    entries.every(([name, value]) => Reflect.get(item, name) === value)
  return list.map((item) => (isWanted(item) ? change(item) : item))
}
