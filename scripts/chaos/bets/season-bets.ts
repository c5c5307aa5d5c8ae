import { type SportsGame, sportsGames } from '#core/api/sports.ts'
import { assert } from '#core/assert.ts'
import { pickOf } from '../../game-kits/game-kit.ts'
import { waitUntil } from '../../process/wait-until.ts'
import type { Call } from '../patient-client.ts'

const STAKE_MAX = 20
const READ_EVERY_MS = 300
const OFFERED_WITHIN_MS = 60_000
const GAMES = '/api/sports/games?sport=basketball_nba'

type Options = {
  urls: readonly string[]
  random: () => number
}

/** Bets on what a simulated season offers, at the prices as they are shown. */
export class SeasonBets {
  readonly #options: Options
  #games: SportsGame[] = []
  #readAtMs = Number.NEGATIVE_INFINITY

  constructor(options: Options) {
    this.#options = options
  }

  /** Waits until there is something to bet on. */
  async untilOffered(): Promise<void> {
    const isOffered = async () => (await this.next()) !== undefined
    const offered = await waitUntil(isOffered, OFFERED_WITHIN_MS)
    assert(offered, 'a season has games')
  }

  /** Any outcome of one of the next games; undefined while there is none. */
  async next(): Promise<Call | undefined> {
    const { random } = this.#options
    const games = await this.#offered()
    const offers = games.flatMap(offersOf)
    if (offers.length === 0) return undefined
    const betAmount = 1 + Math.floor(random() * STAKE_MAX)
    const body = { ...pickOf(offers, random()), betAmount }
    return { path: '/api/sports/place-bet', body }
  }

  async #offered(): Promise<SportsGame[]> {
    const { random, urls } = this.#options
    if (performance.now() - this.#readAtMs > READ_EVERY_MS) {
      this.#readAtMs = performance.now()
      const url = pickOf(urls, random())
      // A process that was just killed lists nothing: what was seen last counts.
      const answer = await fetch(`${url}${GAMES}`).catch(() => undefined)
      if (answer?.ok) this.#games = sportsGames.parse(await answer.json())
    }
    return this.#games.slice(0, NEXT_GAMES)
  }
}

/** So few that several bets meet on each. */
const NEXT_GAMES = 6

function offersOf({ bookmakers, id: gameId, stale }: SportsGame) {
  if (stale) return []
  return bookmakers.flatMap(({ key: bookmaker, markets }) =>
    markets.flatMap(({ key: market, outcomes }) =>
      outcomes.map(({ name: teamName, price: odds, point }) => {
        const line = point === undefined ? {} : { point }
        return { gameId, bookmaker, market, teamName, odds, ...line }
      }),
    ),
  )
}
