import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach } from 'vitest'

interface Received {
  route: string
  headers: NodeJS.Dict<string | string[]>
  body: string
}

interface StubHouse {
  /** Answers a route such as `GET /api/user`; a string goes out as it is. */
  answer(route: string, status: number, body?: unknown): void
  /**
   * Answers a route anew each time; what throws cuts the connection. One that
   * ends in `*` stands for all that begin as it does.
   */
  play(route: string, reply: (body: unknown, url: string) => unknown): void
  /**
   * Keeps who asks a route waiting, so that a page surely shows that it waits.
   * @returns what answers it in the end.
   */
  hold(route: string): (body: unknown) => void
  received: Received[]
}

const UNKNOWN: Answer = { status: 404, body: () => '' }

type Answer = {
  status: number
  body: (received: string, url: string) => unknown
}

/** A house over real HTTP that says what a test tells it to. */
export function stubHouse(): StubHouse {
  const answers = new Map<string, Answer>()
  const play: StubHouse['play'] = (route, reply) =>
    answers.set(route, {
      status: 200,
      body: (sent, url) =>
        reply(sent === '' ? undefined : JSON.parse(sent), url),
    })
  const received: Received[] = []
  const realFetch = globalThis.fetch
  let server: Server

  beforeAll(async () => {
    server = createServer(async (req, res) => {
      const url = req.url ?? ''
      const route = `${req.method} ${url}`
      const sent = await text(req)
      received.push({ route, headers: req.headers, body: sent })
      const { status, body } = answerTo(answers, route) ?? UNKNOWN
      try {
        const said = await body(sent, url)
        res.writeHead(status)
        res.end(typeof said === 'string' ? said : JSON.stringify(said))
      } catch {
        res.destroy()
      }
    })
    await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
    const { port } = server.address() as AddressInfo
    // A browser completes paths by its own address; Node has none.
    globalThis.fetch = (path, init) =>
      realFetch(new URL(String(path), `http://127.0.0.1:${port}`), init)
  })
  beforeEach(() => {
    answers.clear()
    received.length = 0
  })
  afterAll(() => {
    globalThis.fetch = realFetch
    server.close()
  })
  return {
    answer: (route, status, body = '') =>
      answers.set(route, { status, body: () => body }),
    play,
    hold: (route) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      play(route, () => promise)
      return resolve
    },
    received,
  }
}

function answerTo(
  answers: ReadonlyMap<string, Answer>,
  route: string,
): Answer | undefined {
  const isMeant = (pattern: string) =>
    pattern.endsWith('*') && route.startsWith(pattern.slice(0, -1))
  const pattern = [...answers.keys()].find(isMeant)
  return answers.get(route) ?? (pattern ? answers.get(pattern) : undefined)
}
