import { randomUUID } from 'node:crypto'
import type { Locator, Page } from 'playwright-core'
import { expect, inject, onTestFinished } from 'vitest'
import { type SportsGame, sportsGames } from '#core/api/sports.ts'
import { HOUR_MS } from '#core/durations.ts'
import type { Bookmaker } from '#core/sports/game.ts'
import { setFeedGame } from '#testing/feeds/odds-feed.ts'
import type { OfferedGame } from '#testing/feeds/odds-server.ts'

/**
 * A game of one journey, set in the feed. Its teams are unique, since games of failed
 * tests stay listed while bets on them wait.
 */
export class JourneyGame {
  readonly id = randomUUID()
  readonly home: string
  readonly away: string
  #offer: OfferedGame

  constructor(home: string, away: string) {
    const [mark] = this.id.split('-')
    this.home = `${home} ${mark}`
    this.away = `${away} ${mark}`
    const startsAtMs = Date.now() + HOUR_MS
    this.#offer = { home: this.home, away: this.away, startsAtMs }
    onTestFinished(() => this.#set(null))
  }

  /** Its card in the list. */
  getCard(page: Page): Locator {
    const name = `${this.away} at ${this.home}`
    return page.getByRole('article', { name })
  }

  async change(more: Partial<OfferedGame>): Promise<void> {
    this.#offer = { ...this.#offer, ...more }
    await this.#set(this.#offer)
  }

  /** One bookmaker's prices, set now by default. */
  async price(home: number, away: number, updatedAtMs = Date.now()) {
    const book = getBookmaker(this.#offer, { home, away })
    await this.change({ bookmakers: [{ ...book, updatedAtMs }] })
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

  #set(offer: OfferedGame | null): Promise<void> {
    return setFeedGame(inject('oddsControlUrl'), this.id, offer)
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
