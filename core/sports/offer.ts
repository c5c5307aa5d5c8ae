import { impliedProbability } from './american-odds.ts'
import type { Bookmaker, FeedGame, GameStatus, Selection } from './game.ts'
import { CONFIRM_WITHIN, PRICES_FRESH_MS } from './terms.ts'

/** Fields of a game that determine if it takes bets. */
export type OfferedGame = {
  status: GameStatus
  startsAtMs: number
  /** Time of the feed's request for these prices, in epoch milliseconds. */
  pricesAtMs: number
  bookmakers: readonly Bookmaker[]
}

/** One outcome's price. */
export type Offer = {
  bookmaker: string
  price: number
  point: number | null
  /** Older of the feed's and the bookmaker's time, in epoch milliseconds. */
  pricedAtMs: number
}

/** Requested outcome; by default of the first bookmaker. */
export type Wanted = Pick<Selection, 'market' | 'name'> & {
  bookmaker?: string | undefined
}

/** Finds the current price of an outcome; undefined if it is not offered. */
export function findOffer(
  { bookmakers, pricesAtMs }: Pick<OfferedGame, 'bookmakers' | 'pricesAtMs'>,
  { market, name, bookmaker }: Wanted,
): Offer | undefined {
  const book = bookmaker
    ? bookmakers.find(({ key }) => key === bookmaker)
    : bookmakers[0]
  const outcomes = book?.markets.find(({ key }) => key === market)?.outcomes
  const outcome = outcomes?.find((one) => one.name === name)
  if (!book || !outcome) return undefined
  const pricedAtMs = Math.min(pricesAtMs, book.updatedAtMs)
  const { price, point = null } = outcome
  return { bookmaker: book.key, price, point, pricedAtMs }
}

/** True from the scheduled start, or earlier if the feed reports one. */
export function hasStarted(
  nowMs: number,
  { status, startsAtMs }: Pick<OfferedGame, 'status' | 'startsAtMs'>,
): boolean {
  return status !== 'scheduled' || nowMs >= startsAtMs
}

/** True if prices are too old to take bets. */
export function isStale(
  nowMs: number,
  { status, pricedAtMs }: { status: GameStatus; pricedAtMs: number },
): boolean {
  const freshMs = PRICES_FRESH_MS[status === 'live' ? 'live' : 'pregame']
  return nowMs - pricedAtMs > freshMs
}

/** Returns why a game takes no bets now; undefined if it does. */
export function closedBecause(
  nowMs: number,
  game: Pick<OfferedGame, 'status' | 'startsAtMs'>,
): 'over' | 'started' | undefined {
  const { status } = game
  if (status === 'final' || status === 'cancelled') return 'over'
  // Until the feed reports the game as live, its prices are from before the start.
  const isWaiting = status === 'scheduled' && hasStarted(nowMs, game)
  return isWaiting ? 'started' : undefined
}

/**
 * True if the next prices confirm a live bet: the same bookmaker still offers
 * the outcome at the same line and about the same price. Moves in both
 * directions count, so that neither side profits from earlier information.
 */
export function isConfirmedBy(
  next: Pick<FeedGame, 'bookmakers'>,
  taken: Selection & { bookmaker: string; price: number },
): boolean {
  const { bookmakers = [] } = next
  const offer = findOffer({ bookmakers, pricesAtMs: 0 }, taken)
  if (!offer || offer.point !== taken.point) return false
  const before = impliedProbability(taken.price)
  const moved = Math.abs(impliedProbability(offer.price) - before)
  return moved <= CONFIRM_WITHIN * before
}
