import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeEach } from 'vitest'
import { testSignal } from './late-work.ts'

interface Received {
  route: string
  headers: NodeJS.Dict<string | string[]>
  body: string
}

interface StubServer {
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
export function stubServer(): StubServer {
  const answers = new Map<string, Answer>()
  const play: StubServer['play'] = (route, reply) =>
    answers.set(route, {
      status: 200,
      body: (sent, url) =>
        reply(sent === '' ? undefined : JSON.parse(sent), url),
    })
  const received: Received[] = []
  const realFetch = globalThis.fetch

  // Each test has a server of its own: what is asked late reaches no other's.
  beforeEach(async () => {
    answers.clear()
    received.length = 0
    const { close, url } = await openServer(answers, received)
    // A browser completes paths by its own address; Node has none.
    globalThis.fetch = (path, init) => {
      const signals = [testSignal(), ...(init?.signal ? [init.signal] : [])]
      const signal = AbortSignal.any(signals)
      return realFetch(new URL(String(path), url), { ...init, signal })
    }
    return close
  })
  afterAll(() => {
    globalThis.fetch = realFetch
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

async function openServer(
  answers: ReadonlyMap<string, Answer>,
  received: Received[],
) {
  const server = createServer(async (req, res) => {
    try {
      const url = req.url ?? ''
      const route = `${req.method} ${url}`
      const sent = await text(req)
      if (!server.listening) return
      received.push({ route, headers: req.headers, body: sent })
      const { status, body } = answerTo(answers, route) ?? UNKNOWN
      const said = await body(sent, url)
      res.writeHead(status)
      res.end(typeof said === 'string' ? said : JSON.stringify(said))
    } catch {
      res.destroy()
    }
  })
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close() {
      server.close()
      server.closeAllConnections()
    },
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
