import { type OfferedGame, startOddsServer } from './odds-server.ts'

/** Seconds between polls of the product, the shortest allowed. */
const POLL_SECONDS = 10

/** The feed of the product that all journeys share; they set their games over HTTP. */
export async function startOddsFeed() {
  const { url, close } = await startOddsServer()
  return {
    controlUrl: url,
    /** Environment of a product that uses this feed. */
    env: {
      ODDS_API_KEY: 'a-key-of-the-journeys',
      ODDS_API_URL: url,
      ODDS_API_POLL_SECONDS: String(POLL_SECONDS),
    },
    close,
  }
}

/** Sets a game of the feed; null removes it. */
export async function setFeedGame(
  controlUrl: string,
  gameId: string,
  game: OfferedGame | null,
): Promise<void> {
  const body = JSON.stringify(game)
  await fetch(`${controlUrl}/${gameId}`, { method: 'PUT', body })
}
