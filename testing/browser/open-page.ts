import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { openBrowser } from '../../scripts/browser/open-browser.ts'
import { stubThirdParties } from './third-parties.ts'
import { watchContext } from './watch-context.ts'

const CONDITION_WITHIN_MS = 30_000
/** To draw what moves takes a third of a journey; some tests ask for it. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' }
/** For those that claim something of what moves, and one journey of each game. */
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' }

/** For all files of a worker; it ends with it. */
const browser = await openBrowser()

export type Visit = BrowserContextOptions & {
  /** Which complaints of the console belong to the journey. */
  complaints?: readonly RegExp[]
}

/**
 * A visitor of their own: a page that shares nothing with others but what it
 * opens itself. When the test ends, its console must have been silent, and no
 * request may have gone to anybody but the house.
 */
export async function openPage(visit: Visit = {}): Promise<Page> {
  const { complaints = [], ...own } = visit
  const baseURL = own.baseURL ?? inject('productUrl')
  const context = await browser.newContext({ ...STILL, ...own, baseURL })
  context.setDefaultTimeout(CONDITION_WITHIN_MS)
  await stubThirdParties(context)
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
