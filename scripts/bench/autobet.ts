import type { CDPSession, Page } from 'playwright-core'
import { HOUR_MS } from '#core/durations.ts'
import { atMost, type Measure, none, withoutBar } from '../cli/measures.ts'
import type { Stage } from '../product/stage.ts'
import { inBrowser, openVisit, startSite } from './browser-visits.ts'
import { enrollPlayers } from './players.ts'

const BETS = 10_000
/** By then all long-lived objects exist. */
const WARM_UP_BETS = 1_000
const ENDED_WITHIN_MS = HOUR_MS

/** Measures what ten thousand automatic flips, five a second, cost their tab. */
export async function autobetRows(stage: Stage): Promise<Measure[]> {
  const [cookie] = await enrollPlayers(stage.env, 1)
  const baseURL = await startSite(stage)
  return inBrowser('autobet_*', async (browser) => {
    const page = await openVisit(browser, { baseURL, cookie })
    const session = await page.context().newCDPSession(page)
    await page.addInitScript(noteFrames)
    await page.goto('/coinflip')
    await page.getByRole('tab', { name: 'Auto' }).click()
    await flip(page, WARM_UP_BETS)
    const before = await heapMegabytes(session)
    await page.evaluate(() => {
      globalThis.longestFrameMs = 0
    })
    const startedAt = performance.now()
    await flip(page, BETS)
    const seconds = (performance.now() - startedAt) / 1_000
    const frameMs = await page.evaluate(() => globalThis.longestFrameMs)
    const growth = (await heapMegabytes(session)) - before
    // Stops at a failed round, so the last one is checked too.
    await page.getByRole('button', { name: 'Proven fair' }).waitFor()
    return [
      withoutBar('autobet', BETS / seconds, 'bets a second'),
      atMost('autobet_memory', Math.abs(growth), 'MB more or less', 20),
      atMost('autobet_longest_frame', frameMs, 'ms', 100),
      none('autobet_alarms', await page.getByRole('alert').count()),
    ]
  })
}

/** Plays the rounds at one coin each. */
async function flip(page: Page, bets: number): Promise<void> {
  const auto = page.getByRole('tabpanel', { name: 'Auto' })
  await page.getByLabel('Bet Amount').fill('1')
  await page.getByRole('textbox', { name: 'Bets' }).fill(String(bets))
  await page.getByRole('button', { name: 'Start autobet' }).click()
  await auto
    .getByText(`Stopped after ${bets.toLocaleString('en')} of`)
    .waitFor({ timeout: ENDED_WITHIN_MS })
}

async function heapMegabytes(session: CDPSession): Promise<number> {
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1_000_000
}

declare global {
  var longestFrameMs: number
}

/** Runs in the page. */
function noteFrames(): void {
  let shownAt = performance.now()
  globalThis.longestFrameMs = 0
  const note = (now: number) => {
    globalThis.longestFrameMs = Math.max(longestFrameMs, now - shownAt)
    shownAt = now
    requestAnimationFrame(note)
  }
  requestAnimationFrame(note)
}
