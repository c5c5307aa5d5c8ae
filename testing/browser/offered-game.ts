import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { type SportsGame, sportsGames } from '#core/api/sports.ts'
import type { Bookmaker } from '#core/sports/game.ts'
import { tellFeed } from '#testing/feeds/odds-feed.ts'
import type { OfferedGame } from '#testing/feeds/odds-server.ts'

const HOUR_MS = 3_600_000

/**
 * A game of one journey, set in the feed. Its teams are unique, since games of failed
 * tests stay listed while bets on them wait.
 */
export class JourneyGame {
  readonly id = randomUUID()
  readonly home: string
  readonly away: string
  #said: OfferedGame

  constructor(home: string, away: string) {
    const [mark] = this.id.split('-')
    this.home = `${home} ${mark}`
    this.away = `${away} ${mark}`
    const startsAtMs = Date.now() + HOUR_MS
    this.#said = { home: this.home, away: this.away, startsAtMs }
    onTestFinished(() => this.#tell(null))
  }

  /** Its card in the list. */
  getCard(page: Page): Locator {
    const name = `${this.away} at ${this.home}`
    return page.getByRole('article', { name })
  }

  async say(more: Partial<OfferedGame>): Promise<void> {
    this.#said = { ...this.#said, ...more }
    await this.#tell(this.#said)
  }

  /** One bookmaker's prices, set now by default. */
  async price(home: number, away: number, toldAtMs = Date.now()) {
    const book = getBookmaker(this.#said, { home, away })
    await this.say({ bookmakers: [{ ...book, updatedAtMs: toldAtMs }] })
  }

  /** Waits until the server lists the game with this state. */
  async untilListed(
    page: Page,
    isSo: (game: SportsGame | undefined) => boolean,
  ): Promise<void> {
    const find = async () => {
      const path = '/api/sports/games?sport=basketball_nba'
      const answer = await page.request.get(path)
      const games = sportsGames.parse(await answer.json())
      return isSo(games.find(({ id }) => id === this.id))
    }
    await expect.poll(find).toBe(true)
  }

  #tell(told: OfferedGame | null): Promise<void> {
    return tellFeed(inject('oddsControlUrl'), this.id, told)
  }
}

function getBookmaker(
  game: Pick<OfferedGame, 'home' | 'away'>,
  prices: { home: number; away: number },
): Bookmaker {
  const outcomes = [
    { name: game.home, price: prices.home },
    { name: game.away, price: prices.away },
  ]
  return {
    key: 'rubberbook',
    title: 'Rubberbook',
    updatedAtMs: Date.now(),
    markets: [{ key: 'h2h', outcomes }],
  }
}
