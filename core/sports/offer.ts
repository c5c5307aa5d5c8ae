import { impliedProbability } from './american-odds.ts'
import type { Bookmaker, FeedGame, GameStatus, Selection } from './game.ts'
import { CONFIRM_WITHIN, PRICES_FRESH_MS } from './terms.ts'

/** What decides whether a game takes bets. */
export type OfferedGame = {
  status: GameStatus
  startsAtMs: number
  /** When the feed was asked for these prices, epoch milliseconds. */
  pricesAtMs: number
  bookmakers: readonly Bookmaker[]
}

/** One outcome's price. */
export type Offer = {
  bookmaker: string
  price: number
  point: number | null
  /** Epoch milliseconds: the older of what feed and bookmaker say. */
  pricedAtMs: number
}

/** What is looked for; the first bookmaker when none is named. */
export type Wanted = Pick<Selection, 'market' | 'name'> & {
  bookmaker?: string | undefined
}

/** The outcome's price as the game is offered; undefined when it is not. */
export function offerOf(
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

/** By our clock or by the feed's word, whichever comes first. */
export function hasStarted(
  nowMs: number,
  { status, startsAtMs }: Pick<OfferedGame, 'status' | 'startsAtMs'>,
): boolean {
  return status !== 'scheduled' || nowMs >= startsAtMs
}

/** Whether prices of that time take no bets any more. */
export function isStale(
  nowMs: number,
  { status, pricedAtMs }: { status: GameStatus; pricedAtMs: number },
): boolean {
  const freshMs = PRICES_FRESH_MS[status === 'live' ? 'live' : 'pregame']
  return nowMs - pricedAtMs > freshMs
}

/** Why a game takes no bets at all now. */
export function closedBecause(
  nowMs: number,
  game: Pick<OfferedGame, 'status' | 'startsAtMs'>,
): 'over' | 'started' | undefined {
  const { status } = game
  if (status === 'final' || status === 'cancelled') return 'over'
  // Until the feed says that it is live, its prices are those from before.
  const isWaiting = status === 'scheduled' && hasStarted(nowMs, game)
  return isWaiting ? 'started' : undefined
}

/**
 * Whether the next prices confirm a live bet: the same bookmaker still has the
 * outcome, at the same line and about the same price. In either direction:
 * neither side is to gain by what the other did not know.
 */
export function isConfirmedBy(
  next: Pick<FeedGame, 'bookmakers'>,
  taken: Selection & { bookmaker: string; price: number },
): boolean {
  const { bookmakers = [] } = next
  const offer = offerOf({ bookmakers, pricesAtMs: 0 }, taken)
  if (!offer || offer.point !== taken.point) return false
  const before = impliedProbability(taken.price)
  const moved = Math.abs(impliedProbability(offer.price) - before)
  return moved <= CONFIRM_WITHIN * before
}
