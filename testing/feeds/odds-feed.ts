import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type OfferedGame, startOddsServer } from './odds-server.ts'

/** How often the product asks it, in seconds: as often as it may. */
const POLL_SECONDS = 10

/**
 * The feed of the product that all journeys share. It runs beside them, so they
 * tell it over HTTP what it says of their own games.
 */
export async function startOddsFeed() {
  const odds = await startOddsServer()
  const control = createServer(async (req, res) => {
    const told = JSON.parse(await text(req))
    if (told === null) odds.games.delete(gameIn(req.url))
    else odds.games.set(gameIn(req.url), told)
    res.end()
  })
  await new Promise<void>((done) => control.listen(0, '127.0.0.1', done))
  const { port } = control.address() as AddressInfo
  return {
    controlUrl: `http://127.0.0.1:${port}`,
    /** What has a product ask this feed. */
    env: {
      ODDS_API_KEY: 'a-key-of-the-journeys',
      ODDS_API_URL: odds.url,
      ODDS_API_POLL_SECONDS: String(POLL_SECONDS),
    },
    close() {
      odds.close()
      control.close().closeAllConnections()
    },
  }
}

function gameIn(path = ''): string {
  return path.slice('/'.length)
}

/** Has the feed say this of a game from now on; null for nothing. */
export async function tellFeed(
  controlUrl: string,
  gameId: string,
  told: OfferedGame | null,
): Promise<void> {
  const body = JSON.stringify(told)
  await fetch(`${controlUrl}/${gameId}`, { method: 'PUT', body })
}
