import type { BrowserContextOptions, Page } from 'playwright-core'
import { inject, onTestFinished } from 'vitest'
import { openBrowser } from '../../scripts/browser/open-browser.ts'
import { stubThirdParties } from './third-parties.ts'
import { watchContext } from './watch-context.ts'

const CONDITION_WITHIN_MS = 30_000
/** Animations take a third of a journey, so tests opt in. */
const STILL: BrowserContextOptions = { reducedMotion: 'reduce' }
/** For tests of motion, and one journey of each game. */
export const MOVING: BrowserContextOptions = { reducedMotion: 'no-preference' }

/** The worker's browser. */
const browser = await openBrowser()

export type Visit = BrowserContextOptions & {
  /** Messages of the console that the journey expects. */
  complaints?: readonly RegExp[]
}

/**
 * Opens a page for a new visitor, which shares nothing with others. When the test
 * ends, its console must have been silent and all requests gone to the site.
 */
export async function openPage(visit: Visit = {}): Promise<Page> {
  const { complaints = [], ...own } = visit
  const baseURL = own.baseURL ?? inject('productUrl')
  const context = await browser.newContext({ ...STILL, ...own, baseURL })
  context.setDefaultTimeout(CONDITION_WITHIN_MS)
  await stubThirdParties(context)
  const expectQuiet = watchContext(context, { origin: baseURL, complaints })
  onTestFinished(async () => {
    // Requests under way need not finish.
    for (const page of context.pages()) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
    }
    await context.close()
    expectQuiet()
  })
  return context.newPage()
}
