import type { Page } from 'playwright-core'

/** @see https://web.dev/articles/vitals */
export type Vitals = {
  /** Largest contentful paint (LCP). */
  largestPaintMs: number
  /** Cumulative layout shift (CLS), as a share of the window. */
  shift: number
  /** Total blocking time (TBT). */
  blockedMs: number
  /** Slowest interaction to next paint (INP). */
  slowestPressMs: number
}

const LISTENS_WITHIN_MS = 50
/** Time after the last answer that ends the start. */
const SETTLED_AFTER_MS = 2_000
const PRESSES = 3
const PRESS_SHOWN_AFTER_MS = 600

/** Opens a path, waits for its requests, and presses the menu's button a few times. */
export async function vitalsOf(page: Page, path: string): Promise<Vitals> {
  await page.addInitScript(noteEntries)
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLED_AFTER_MS)
  const loaded = vitalsFrom(await page.evaluate(() => globalThis.noted))
  for (let press = 0; press < PRESSES; press += 1) {
    await page.locator('header button').first().click()
    await page.waitForTimeout(PRESS_SHOWN_AFTER_MS)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(PRESS_SHOWN_AFTER_MS)
  }
  const { presses } = await page.evaluate(() => globalThis.noted)
  return { ...loaded, slowestPressMs: Math.max(0, ...presses) }
}

type Noted = {
  paints: number[]
  largest: number[]
  shifts: number[]
  tasks: { startTime: number; duration: number }[]
  presses: number[]
}

declare global {
  var noted: Noted
}

function vitalsFrom({ paints, largest, shifts, tasks }: Noted) {
  const firstPaint = Math.min(...paints)
  const late = tasks.filter(({ startTime }) => startTime >= firstPaint)
  return {
    largestPaintMs: largest.at(-1) ?? Number.POSITIVE_INFINITY,
    shift: sum(shifts),
    blockedMs: sum(late.map(({ duration }) => duration - LISTENS_WITHIN_MS)),
  }
}

/** Runs in the page, before its scripts. */
function noteEntries(): void {
  const noted: Noted = {
    paints: [],
    largest: [],
    shifts: [],
    tasks: [],
    presses: [],
  }
  globalThis.noted = noted
  const note = (type: string, add: (entry: PerformanceEntry) => void) => {
    const options = { type, buffered: true, durationThreshold: 16 }
    new PerformanceObserver((list) => list.getEntries().forEach(add)).observe(
      options,
    )
  }
  note('paint', ({ startTime }) => noted.paints.push(startTime))
  note('largest-contentful-paint', ({ startTime }) =>
    noted.largest.push(startTime),
  )
  note('layout-shift', (entry) => {
    if ('value' in entry) noted.shifts.push(Number(entry.value))
  })
  note('event', (entry) => {
    // Pointer moves have no interaction id and don't count.
    const isPress = 'interactionId' in entry && Number(entry.interactionId) > 0
    if (isPress) noted.presses.push(entry.duration)
  })
  note('longtask', ({ startTime, duration }) =>
    noted.tasks.push({ startTime, duration }),
  )
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
