import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { findBrowser } from '../browser/find-browser.mjs'
import { NO_BROWSER, openBrowser } from '../browser/open-browser.ts'
import type { Measure } from '../cli/measures.ts'
import { orInterrupted } from '../cli/stop-request.ts'
import type { Stage } from '../product/stage.ts'
import { buildWeb } from '../product/web.ts'

/** Starts an API process that serves the built web. @returns its URL */
export async function startSite(stage: Stage): Promise<string> {
  const WEB_DIR = await buildWeb(stage.runner)
  stage.env = { ...stage.env, WEB_DIR }
  return (await stage.startApi()).url
}

/** Runs measurements in a browser; reports and skips them where there is none. */
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
  /** Signs in a player. */
  cookie?: string | undefined
}

/** Opens a window without cookies and cache. */
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
