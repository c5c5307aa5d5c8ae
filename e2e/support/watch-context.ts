import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'

/**
 * The login asks who plays, as do the pages that lead a stranger there; 401 is
 * the answer "nobody". No other page asks where no session is hinted at.
 */
const SIGNED_OUT =
  /^On \/(auth|home|slots|hilo|coinflip|blackjack): .* status of 401 .* at \/api\/user$/

/** What a page asks for its player may be answered when they have logged out. */
const TOO_LATE = /status of 401 /
/** A witness asks when its code has come, and sets a seed when the promise has. */
const WITNESS_TOO_LATE = /status of 401 .* at \/api\/fairness(\/client-seed)?$/

type Watch = {
  origin: string
  /** What the console may say, beside that nobody is signed in. */
  complaints: readonly RegExp[]
}

/**
 * Watches all pages that a context will open.
 *
 * @returns claims that the consoles were silent, and that nothing was asked of
 *   anybody but the origin.
 */
export function watchContext(
  context: BrowserContext,
  { origin, complaints }: Watch,
): () => void {
  const said: { text: string; url: string }[] = []
  const asked: string[] = []
  const onTheirWay = askedBeforeLogout(context)
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const { url } = message.location()
    const at = url.replace(origin, '')
    const on = new URL(message.page()?.url() ?? origin).pathname
    said.push({ text: `On ${on}: ${message.text()} at ${at}`, url })
  })
  context.on('weberror', (error) =>
    said.push({ text: String(error.error()), url: '' }),
  )
  context.on('request', (request) => asked.push(request.url()))
  context.on('page', (page: Page) =>
    page.on('websocket', (socket) => asked.push(socket.url())),
  )

  const { host } = new URL(origin)
  const expected = [SIGNED_OUT, WITNESS_TOO_LATE, ...complaints]
  return () => {
    const unexpected = said
      .filter(({ text, url }) => !(TOO_LATE.test(text) && onTheirWay.has(url)))
      .map(({ text }) => text)
      .filter((text) => !expected.some((pattern) => pattern.test(text)))
    const others = asked.filter((url) => new URL(url).host !== host)
    expect(unexpected, unexpected.join('\n')).toEqual([])
    expect(others, others.join('\n')).toEqual([])
  }
}

/** What was asked but not answered yet when a logout was sent, or until it was answered. */
function askedBeforeLogout(context: BrowserContext): Set<string> {
  const open = new Set<Request>()
  const urls = new Set<string>()
  const note = () => {
    const isLeaving = [...open].some((request) => isLogout(request.url()))
    if (isLeaving) for (const request of open) urls.add(request.url())
  }
  context.on('request', (request) => {
    open.add(request)
    note()
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return urls
}

function isLogout(url: string): boolean {
  return new URL(url).pathname === '/api/logout'
}
