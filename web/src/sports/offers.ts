import type { SportsGame } from '#core/api/sports.ts'
import { impliedProbability } from '#core/sports/american-odds.ts'
import { labelOf, type MarketKey } from '#core/sports/game.ts'

/** One outcome at one bookmaker's price, as a player sees it. */
export type SeenOffer = {
  gameId: string
  market: MarketKey
  /** A team's name, or 'Over' or 'Under'. */
  name: string
  point: number | null
  price: number
  bookmaker: string
  /** The bookmaker's, as people know it. */
  title: string
}

/** In words, as on a betting slip. */
export function offerLabel(offer: SeenOffer): string {
  return labelOf(offer)
}

/** All prices of one outcome, a bookmaker each. */
export function offersOf(
  { id: gameId, bookmakers }: SportsGame,
  { market, name }: Pick<SeenOffer, 'market' | 'name'>,
): SeenOffer[] {
  return bookmakers.flatMap(({ key: bookmaker, title, markets }) => {
    const outcomes = markets.find(({ key }) => key === market)?.outcomes
    const outcome = outcomes?.find((one) => one.name === name)
    if (!outcome) return []
    const { price, point = null } = outcome
    return [{ gameId, market, name, point, price, bookmaker, title }]
  })
}

/**
 * The best price of an outcome. Only at the line that most bookmakers have:
 * prices of different lines can not be compared.
 */
export function bestOffer(
  game: SportsGame,
  outcome: Pick<SeenOffer, 'market' | 'name'>,
): SeenOffer | undefined {
  const offers = offersOf(game, outcome)
  const line = commonest(offers.map(({ point }) => point))
  return offers
    .filter(({ point }) => point === line)
    .reduce<SeenOffer | undefined>(
      (best, one) => (best && !isBetter(one.price, best.price) ? best : one),
      undefined,
    )
}

/** True when the casino plays these games itself, as the list says. */
export function isSimulated(games: readonly SportsGame[] = []): boolean {
  return games.some(({ source }) => source === 'simulated')
}

/** True when a price pays more than another. */
export function isBetter(price: number, than: number): boolean {
  return impliedProbability(price) < impliedProbability(than)
}

/** What an offer that was seen before is now; undefined where it is none any more. */
export function offerNow(
  game: SportsGame,
  seen: SeenOffer,
): SeenOffer | undefined {
  return offersOf(game, seen).find(
    ({ bookmaker }) => bookmaker === seen.bookmaker,
  )
}

/** The first of those that are there most often. */
function commonest<T>(values: readonly T[]): T | undefined {
  const timesOf = (value: T) => values.filter((one) => one === value).length
  return values.reduce<T | undefined>(
    (best, one) =>
      best === undefined || timesOf(one) > timesOf(best) ? one : best,
    undefined,
  )
}
