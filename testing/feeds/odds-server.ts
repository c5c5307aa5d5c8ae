import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import type { Bookmaker, Score } from '#core/sports/game.ts'

export type OfferedGame = {
  home: string
  away: string
  startsAtMs: number
  /** JSON of the provider: prices can be null. */
  bookmakers?: Bookmaker[]
  score?: Score
  completed?: boolean
  /** Overrides the game in /scores. */
  inScores?: Partial<OfferedGame>
}

/** Faults of the next answers; `slow` never answers. */
export type Fault =
  | { status: number; body?: string; retryAfter?: number }
  | 'slow'
  | 'cut off'
  | 'malformed'

/**
 * Starts a server with the behaviour of The Odds API v4. Also takes games by
 * `PUT /<id>`; null removes one.
 */
export async function startOddsServer() {
  const games = new Map<string, OfferedGame>()
  const requests: URL[] = []
  const state: { fault?: Fault; remaining: number } = { remaining: 500_000 }

  const server = createServer(async (req, res) => {
    const url = new URL(req.url ?? '', 'http://localhost')
    if (req.method === 'PUT') {
      const game = JSON.parse(await text(req))
      const id = url.pathname.slice('/'.length)
      if (game === null) games.delete(id)
      else games.set(id, game)
      return void res.end()
    }
    requests.push(url)
    const { fault } = state
    if (fault) return fail(res, fault)
    if (url.searchParams.get('apiKey') === null) {
      return fail(res, { status: 401 })
    }
    const isScores = url.pathname.endsWith('/scores')
    state.remaining -= isScores ? 2 : 3
    const body = Array.from(games, ([id, game]) =>
      isScores ? scored(id, { ...game, ...game.inScores }) : priced(id, game),
    )
    res.setHeader('x-requests-remaining', String(state.remaining))
    res.setHeader('x-requests-used', String(500_000 - state.remaining))
    res.setHeader('Content-Type', 'application/json')
    res.end(JSON.stringify(body.filter((event) => event !== undefined)))
  })
  await new Promise<void>((resolve) => {
    server.listen(0, '127.0.0.1', resolve)
  })
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    games,
    /** Received requests, with their keys. */
    requests,
    state,
    close: () => server.close().closeAllConnections(),
  }
}

function fail(res: ServerResponse, fault: Fault): void {
  if (fault === 'slow') return
  if (fault === 'malformed') return void res.end('[{"id": oops')
  if (fault === 'cut off') {
    res.writeHead(200, { 'Content-Length': '5000' })
    return void res.write('[{"id":', () => res.destroy())
  }
  const { status, body = '{"message":"No"}', retryAfter } = fault
  if (retryAfter !== undefined) res.setHeader('Retry-After', retryAfter)
  res.writeHead(status, { 'Content-Type': 'application/json' }).end(body)
}

function toEvent(id: string, { home, away, startsAtMs }: OfferedGame) {
  return {
    id,
    sport_key: 'basketball_nba',
    sport_title: 'NBA',
    commence_time: toIso(startsAtMs),
    home_team: home,
    away_team: away,
  }
}

/** Finished games have no odds. */
function priced(id: string, game: OfferedGame) {
  if (game.completed || !game.bookmakers) return undefined
  const bookmakers = game.bookmakers.map(({ updatedAtMs, ...book }) => ({
    ...book,
    last_update: toIso(updatedAtMs),
  }))
  return { ...toEvent(id, game), bookmakers }
}

function scored(id: string, game: OfferedGame) {
  const { score, completed = false, home, away } = game
  return {
    ...toEvent(id, game),
    completed,
    scores: score
      ? [
          { name: home, score: String(score.home) },
          { name: away, score: String(score.away) },
        ]
      : null,
    last_update: null,
  }
}

/** Without fractions of a second, as the provider. */
function toIso(ms: number): string {
  return new Date(ms).toISOString().replace(/\.\d{3}Z$/, 'Z')
}
