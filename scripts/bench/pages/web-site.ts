import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBrowser } from '../../browser/find-browser.mjs'
import { NO_BROWSER, openBrowser } from '../../browser/open-browser.ts'
import type { Measure } from '../../cli/measures.ts'
import { orInterrupted } from '../../cli/stop-request.ts'
import type { Stage } from '../../product/stage.ts'
import { buildWeb } from '../../product/web.ts'

/** Lets the API processes that start from now on serve the built web, too. */
export async function serveWeb(stage: Stage): Promise<void> {
  const WEB_DIR = await buildWeb(stage.runner)
  stage.env = { ...stage.env, WEB_DIR }
}

/** What a browser measures; nothing, and why, where there is none. */
export async function inBrowser(
  what: string,
  measure: (browser: Browser) => Promise<Measure[]>,
): Promise<Measure[]> {
  if (!findBrowser()) {
    console.log(`${what} is left out: ${NO_BROWSER}`)
    return []
  }
  const browser = await openBrowser()
  try {
    return await orInterrupted(measure(browser))
  } finally {
    await browser.close()
  }
}

type Visit = BrowserContextOptions & {
  baseURL: string
  /** A player's Cookie header; without it nobody is signed in. */
  cookie?: string | undefined
}

/** An empty window of somebody who was never here before. */
export async function openVisit(
  browser: Browser,
  { cookie, ...options }: Visit,
): Promise<Page> {
  const context = await browser.newContext(options)
  if (cookie) {
    const [name = '', value = ''] = cookie.split('=')
    await context.addCookies([{ name, value, url: options.baseURL }])
  }
  return context.newPage()
}
