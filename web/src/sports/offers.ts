import type { SportsGame } from '#core/api/sports.ts'
import { impliedProbability } from '#core/sports/american-odds.ts'
import type { MarketKey } from '#core/sports/game.ts'

/** An outcome of a game: a team's name, or 'Over' or 'Under'. */
export type Outcome = { market: MarketKey; name: string }

/** The price of an outcome at a bookmaker, as a player sees it. */
export type SeenOffer = Outcome & {
  gameId: string
  point: number | null
  price: number
  bookmaker: string
  /** The bookmaker's name. */
  title: string
}

/** Returns all prices of an outcome, one per bookmaker. */
function getOffers(
  { id: gameId, bookmakers }: SportsGame,
  { market, name }: Outcome,
): SeenOffer[] {
  return bookmakers.flatMap(({ key: bookmaker, title, markets }) => {
    const outcomes = markets.find(({ key }) => key === market)?.outcomes
    const outcome = outcomes?.find((one) => one.name === name)
    if (!outcome) return []
    const { price, point = null } = outcome
    return [{ gameId, market, name, point, price, bookmaker, title }]
  })
}

/** Returns the price of an outcome at one bookmaker. */
export function findOffer(
  game: SportsGame,
  outcome: Outcome,
  bookmaker: string,
): SeenOffer | undefined {
  return getOffers(game, outcome).find((one) => one.bookmaker === bookmaker)
}

/**
 * Returns the best price of an outcome at the line that most bookmakers have:
 * prices of different lines can't be compared.
 */
export function bestOffer(
  game: SportsGame,
  outcome: Outcome,
): SeenOffer | undefined {
  const offers = getOffers(game, outcome)
  const atLine = (line: number | null) =>
    offers.filter(({ point }) => point === line)
  const [first, ...others] = offers
    .map(({ point }) => atLine(point))
    .reduce((most, one) => (one.length > most.length ? one : most), [])
  return others.reduce(
    (best, one) => (best && isBetter(one.price, best.price) ? one : best),
    first,
  )
}

/** True when a price pays more than another. */
export function isBetter(price: number, than: number): boolean {
  return impliedProbability(price) < impliedProbability(than)
}

/** Explains why a game takes no bets now; undefined while it does. */
export function closedText(game: SportsGame): string | undefined {
  // Past its scheduled start, but not yet live in the feed.
  if (game.live && !game.scores) {
    return 'About to start. Betting reopens when the game is live.'
  }
  if (game.bookmakers.length === 0) return 'No odds right now.'
  return game.stale
    ? 'These odds are out of date. Betting reopens with the next update.'
    : undefined
}

/** State of a selected price. */
export type Standing =
  | { is: 'open'; offer: SeenOffer }
  /** At another price or line, which the player has to accept. */
  | { is: 'changed'; offer: SeenOffer }
  | { is: 'closed'; why: string }

/** @param game as listed now; undefined if it isn't any more. */
export function getStanding(
  game: SportsGame | undefined,
  selected: SeenOffer,
): Standing {
  if (!game) return { is: 'closed', why: 'This game is no longer listed.' }
  const why = closedText(game)
  if (why) return { is: 'closed', why }
  const offer = findOffer(game, selected, selected.bookmaker)
  if (!offer) return { is: 'closed', why: 'This bet is no longer offered.' }
  const isSame =
    offer.price === selected.price && offer.point === selected.point
  return { is: isSame ? 'open' : 'changed', offer }
}

/** True when the casino simulates these games. */
export function isSimulated(games: readonly SportsGame[] = []): boolean {
  return games.some(({ source }) => source === 'simulated')
}

export function teamsText({
  away_team,
  home_team,
}: Pick<SportsGame, 'away_team' | 'home_team'>): string {
  return `${away_team} at ${home_team}`
}
