import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { openBrowser } from '../../scripts/lib/open-browser.ts'
import { watchContext } from './watch-context.ts'

const CONDITION_WITHIN_MS = 90_000

/** For all files of a worker; it ends with it. */
const browser = await openBrowser()

type Visit = BrowserContextOptions & {
  /** Which complaints of the console belong to the journey. */
  complaints?: readonly RegExp[]
}

/**
 * A visitor of their own: a page that shares nothing with others but what it
 * opens itself. When the test ends, its console must have been silent, and no
 * request may have gone to anybody but the house.
 */
export async function openPage(visit: Visit = {}): Promise<Page> {
  const { complaints = [], ...options } = visit
  const baseURL = options.baseURL ?? inject('productUrl')
  const context = await browser.newContext({ ...options, baseURL })
  context.setDefaultTimeout(CONDITION_WITHIN_MS)
  const expectQuiet = watchContext(context, { origin: baseURL, complaints })
  onTestFinished(async () => {
    // What is still on its way to a page is nothing to wait for.
    for (const page of context.pages()) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await context.close()
    expectQuiet()
  })
  return context.newPage()
}
