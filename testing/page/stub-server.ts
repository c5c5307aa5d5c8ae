import { STATUS_CODES } from 'node:http'
import { afterAll, beforeEach } from 'vitest'
import { testSignal } from './late-work.ts'

type Received = {
  route: string
  headers: Readonly<Record<string, string>>
  body: string
}

type Answer = {
  status: number
  body: (received: string, url: string) => unknown
}

const UNKNOWN: Answer = { status: 404, body: () => '' }
// Real even while a test fakes timers.
const { setImmediate } = globalThis

/** Answers the page's requests in this process with a test's answers. */
export function stubServer() {
  const answers = new Map<string, Answer>()
  const received: Received[] = []
  const realFetch = globalThis.fetch

  beforeEach(() => {
    answers.clear()
    received.length = 0
    globalThis.fetch = (path, init = {}) => {
      const { signal, method = 'GET', headers, body } = init
      const signals = [testSignal(), ...(signal ? [signal] : [])]
      const request = {
        route: `${method} ${path}`,
        headers: namedValues(new Headers(headers)),
        body: String(body ?? ''),
      }
      // Recorded at once, so that tests that expect no request see it.
      received.push(request)
      const answered = respond(request, String(path))
      return unlessAborted(AbortSignal.any(signals), answered)
    }
  })
  afterAll(() => {
    globalThis.fetch = realFetch
  })

  async function respond({ route, body: sent }: Received, url: string) {
    await new Promise((resolve) => setImmediate(resolve))
    const { status, body } = findAnswer(answers, route)
    const content = await body(sent, url)
    const text = typeof content === 'string' ? content : JSON.stringify(content)
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
    /** The bodies that were sent to a route, in order. */
    sent: (route: string) =>
      received
        .filter((one) => one.route === route)
        .map(({ body }) => JSON.parse(body)),
    play,
    /** Answers a route such as `GET /api/user`; a string is sent as it is. */
    answer: (route: string, status: number, body: unknown = '') =>
      void answers.set(route, { status, body: () => body }),
    /**
     * Leaves a route unanswered, so that a page shows that it waits.
     * @returns a function that answers it.
     */
    hold: (route: string): ((body: unknown) => void) => {
      const { promise, resolve } = Promise.withResolvers<unknown>()
      play(route, () => promise)
      return resolve
    },
  }
}

/** Fails as fetch does: by the signal, or because the connection was cut. */
function unlessAborted(
  signal: AbortSignal,
  answered: Promise<Response>,
): Promise<Response> {
  const cut = answered.catch(() => {
    throw new TypeError('fetch failed')
  })
  const aborted = new Promise<never>((_resolve, reject) => {
    const abort = () => reject(signal.reason)
    if (signal.aborted) abort()
    signal.addEventListener('abort', abort)
  })
  return Promise.race([cut, aborted])
}

function namedValues(headers: Headers): Record<string, string> {
  const values: Record<string, string> = {}
  headers.forEach((value, name) => {
    values[name] = value
  })
  return values
}

function findAnswer(
  answers: ReadonlyMap<string, Answer>,
  route: string,
): Answer {
  const pattern = [...answers.keys()].find(
    (one) => one.endsWith('*') && route.startsWith(one.slice(0, -1)),
  )
  return answers.get(route) ?? answers.get(pattern ?? '') ?? UNKNOWN
}
