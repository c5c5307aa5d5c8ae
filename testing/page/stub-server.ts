import { STATUS_CODES } from 'node:http'
import { afterAll, beforeEach } from 'vitest'
import { testSignal } from './late-work.ts'

interface Received {
  route: string
  headers: Readonly<Record<string, string>>
  body: string
}

type Answer = {
  status: number
  body: (received: string, url: string) => unknown
}

const ORIGIN = 'http://casino.example'
const UNKNOWN: Answer = { status: 404, body: () => '' }
// A test's fake timers leave this one alone.
const { setImmediate } = globalThis

/** Answers the page's requests, in this process, as a test says. */
export function stubServer() {
  const answers = new Map<string, Answer>()
  const received: Received[] = []
  const realFetch = globalThis.fetch

  beforeEach(() => {
    answers.clear()
    received.length = 0
    globalThis.fetch = (path, init) => {
      const { signal, ...rest } = init ?? {}
      const signals = [testSignal(), ...(signal ? [signal] : [])]
      const request = new Request(new URL(String(path), ORIGIN), rest)
      return unlessAborted(AbortSignal.any(signals), () => answerTo(request))
    }
  })
  afterAll(() => {
    globalThis.fetch = realFetch
  })

  async function answerTo(request: Request): Promise<Response> {
    const url = request.url.slice(ORIGIN.length)
    const route = `${request.method} ${url}`
    const sent = await request.text()
    await new Promise((resolve) => setImmediate(resolve))
    const headers = Object.fromEntries(request.headers)
    received.push({ route, headers, body: sent })
    const { status, body } = answerFor(answers, route)
    const said = await body(sent, url)
    const text = typeof said === 'string' ? said : JSON.stringify(said)
    const statusText = STATUS_CODES[status] ?? ''
    return new Response(text || null, { status, statusText })
  }

  /**
   * Answers each request of a route by a function; one that throws cuts the
   * connection. A route that ends in `*` matches all that begin with it.
   */
  function play(
    route: string,
    reply: (body: unknown, url: string) => unknown,
  ): void {
    const body: Answer['body'] = (sent, url) =>
      reply(sent === '' ? undefined : JSON.parse(sent), url)
    answers.set(route, { status: 200, body })
  }

  return {
    received,
    play,
    /** Answers a route such as `GET /api/user`; a string is sent as it is. */
    answer: (route: string, status: number, body: unknown = '') =>
      void answers.set(route, { status, body: () => body }),
    /**
     * Leaves a route unanswered, so that a page surely shows that it waits.
     * @returns what answers it.
     */
    hold: (route: string): ((body: unknown) => void) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      play(route, () => promise)
      return resolve
    },
  }
}

/** Fails as fetch does: by the signal, or because the connection was cut. */
async function unlessAborted(
  signal: AbortSignal,
  exchange: () => Promise<Response>,
): Promise<Response> {
  signal.throwIfAborted()
  const aborted = new Promise<never>((_resolve, reject) =>
    signal.addEventListener('abort', () => reject(signal.reason)),
  )
  const answered = exchange().catch(() => {
    throw new TypeError('fetch failed')
  })
  return Promise.race([answered, aborted])
}

function answerFor(
  answers: ReadonlyMap<string, Answer>,
  route: string,
): Answer {
  const pattern = [...answers.keys()].find(
    (one) => one.endsWith('*') && route.startsWith(one.slice(0, -1)),
  )
  return answers.get(route) ?? answers.get(pattern ?? '') ?? UNKNOWN
}
