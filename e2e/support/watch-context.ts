import type { BrowserContext, Page } from 'playwright-core'
import { expect } from 'vitest'

/**
 * The login asks who plays, as do the pages that lead a stranger there; 401 is
 * the answer "nobody". No other page asks where no session is hinted at.
 */
const SIGNED_OUT =
  /^On \/(auth|home|slots|hilo|coinflip|blackjack): .* status of 401 .* at \/api\/user$/

/** A client seed is on its way when its player logs out right after the login. */
const SEED_TOO_LATE = /status of 401 .* at \/api\/fairness\/client-seed$/

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
  const said: string[] = []
  const asked: string[] = []
  context.on('console', (message) => {
    if (!['error', 'warning'].includes(message.type())) return
    const { url } = message.location()
    const at = url.replace(origin, '')
    const on = new URL(message.page()?.url() ?? origin).pathname
    said.push(`On ${on}: ${message.text()} at ${at}`)
  })
  context.on('weberror', (error) => said.push(String(error.error())))
  context.on('request', (request) => asked.push(request.url()))
  context.on('page', (page: Page) =>
    page.on('websocket', (socket) => asked.push(socket.url())),
  )

  const { host } = new URL(origin)
  const isExpected = (text: string) =>
    [SIGNED_OUT, SEED_TOO_LATE, ...complaints].some((pattern) =>
      pattern.test(text),
    )
  return () =>
    expect({
      said: said.filter((text) => !isExpected(text)),
      askedOfOthers: asked.filter((url) => new URL(url).host !== host),
    }).toEqual({ said: [], askedOfOthers: [] })
}
