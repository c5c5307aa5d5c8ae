import type { BrowserContext, Page, Request } from 'playwright-core'
import { expect } from 'vitest'
import { pages, redirects } from '../../web/src/app/pages.ts'
import { isFromThirdPartyFrame, isThirdParty } from './third-parties.ts'

const NOT_FOR_ALL = pages
  .filter(({ access }) => access !== 'everyone')
  .map(({ path }) => path)
const PRIVATE_PAGES = ['/auth', ...Object.keys(redirects), ...NOT_FOR_ALL]

/** Pages that request the session without a hint of one; 401 means that there is none. */
const SIGNED_OUT = new RegExp(
  `^On (${PRIVATE_PAGES.join('|')}): .* status of 401 .* at /api/user$`,
)

const REFUSED = /status of 401 /

/** Preloaded code may be used late on a busy machine. */
const USED_LATE = /was preloaded using link preload but not used within/

type Watch = {
  origin: string
  /** Expected messages of the console. */
  complaints: readonly RegExp[]
}

/**
 * Watches all pages of a context.
 *
 * @returns expects silent consoles, and requests to the site only, except by
 *   third-party frames
 */
export function watchContext(
  context: BrowserContext,
  { origin, complaints }: Watch,
): () => void {
  const messages: { text: string; url: string }[] = []
  const requested: string[] = []
  const signedOutRequests = watchSignedOut(context)
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const { url } = message.location()
    const at = url.replace(origin, '')
    const on = new URL(message.page()?.url() ?? origin).pathname
    messages.push({ text: `On ${on}: ${message.text()} at ${at}`, url })
  })
  context.on('weberror', (error) =>
    messages.push({ text: String(error.error()), url: '' }),
  )
  context.on('request', (request) => {
    const url = new URL(request.url())
    if (isThirdParty(url) && isFromThirdPartyFrame(request)) return
    requested.push(url.href)
  })
  context.on('page', (page: Page) =>
    page.on('websocket', (socket) => requested.push(socket.url())),
  )

  const { host } = new URL(origin)
  const expected = [SIGNED_OUT, USED_LATE, ...complaints]
  return () => {
    const unexpected = messages
      .filter(
        ({ text, url }) => !(REFUSED.test(text) && signedOutRequests.has(url)),
      )
      .map(({ text }) => text)
      .filter((text) => !expected.some((pattern) => pattern.test(text)))
    const others = requested.filter((url) => new URL(url).host !== host)
    expect(unexpected, unexpected.join('\n')).toEqual([])
    expect(others, others.join('\n')).toEqual([])
  }
}

/** Paths that end all sessions of a player and start a new one. */
const NEW_SESSIONS = ['/api/user/password', '/api/auth/siwe/unlink']
const SESSION_ENDS = [
  '/api/logout',
  '/api/logout/everywhere',
  '/api/user/close',
  ...NEW_SESSIONS,
]
const SESSION_STARTS = [
  '/api/login',
  '/api/register',
  '/api/auth/siwe/verify',
  ...NEW_SESSIONS,
]

/** Requests of a session that ended before their response, until the next sign-in. */
function watchSignedOut(context: BrowserContext): Set<string> {
  const open = new Set<Request>()
  const urls = new Set<string>()
  let isNobodySignedIn = false
  context.on('request', (request) => {
    open.add(request)
    if (SESSION_ENDS.includes(toPath(request))) isNobodySignedIn = true
    if (isNobodySignedIn) for (const each of open) urls.add(each.url())
  })
  context.on('response', (response) => {
    const isStart = SESSION_STARTS.includes(toPath(response.request()))
    if (isStart && response.ok()) isNobodySignedIn = false
  })
  context.on('requestfinished', (request) => open.delete(request))
  context.on('requestfailed', (request) => open.delete(request))
  return urls
}

function toPath(request: Request): string {
  return new URL(request.url()).pathname
}
