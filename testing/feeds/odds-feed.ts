import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { type OfferedGame, startOddsServer } from './odds-server.ts'

/** Seconds between polls of the product, the shortest allowed. */
const POLL_SECONDS = 10

/** The feed of the product that all journeys share; they set their games over HTTP. */
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
    /** Environment of a product that uses this feed. */
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

/** Sets a game of the feed; null removes it. */
export async function tellFeed(
  controlUrl: string,
  gameId: string,
  told: OfferedGame | null,
): Promise<void> {
  const body = JSON.stringify(told)
  await fetch(`${controlUrl}/${gameId}`, { method: 'PUT', body })
}
