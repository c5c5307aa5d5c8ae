import type { Browser, Page } from 'playwright-core'
import { atMost, type Measure } from '../cli/measures.ts'
import type { Stage } from '../product/stage.ts'
import { inBrowser, openVisit, startSite } from './browser-visits.ts'
import { median } from './load.ts'
import { enrollPlayers } from './players.ts'

const LOADS = 5

/**
 * Devices and networks, throttled as in Lighthouse. `slowdown` is the factor by
 * which the CPU is slower than this machine.
 *
 * @see https://github.com/GoogleChrome/lighthouse/blob/main/core/config/constants.js
 */
const DEVICES = [
  {
    name: 'desktop',
    screen: { viewport: { width: 1_350, height: 940 } },
    slowdown: 1,
    latencyMs: 40 * 3.75,
    kilobitsPerSecond: { down: 10_240 * 0.9, up: 10_240 * 0.9 },
    largestPaintBarMs: 1_500,
  },
  {
    name: 'mobile',
    screen: {
      viewport: { width: 412, height: 823 },
      deviceScaleFactor: 1.75,
      isMobile: true,
    },
    slowdown: 4,
    latencyMs: 150 * 3.75,
    kilobitsPerSecond: { down: 1_638.4 * 0.9, up: 675 },
    largestPaintBarMs: 2_500,
  },
]
type Device = (typeof DEVICES)[number]

type Subject = { name: string; path: string; cookie?: string | undefined }

/** Measures first visits of pages. */
export async function pageRows(stage: Stage): Promise<Measure[]> {
  const [cookie] = await enrollPlayers(stage.env, 1)
  const baseURL = await startSite(stage)
  const subjects: Subject[] = [
    { name: 'landing', path: '/' },
    { name: 'slots', path: '/slots', cookie },
    { name: 'history', path: '/history', cookie },
  ]
  return inBrowser('page_*', async (browser) => {
    const rows: Measure[] = []
    for (const subject of subjects) {
      for (const device of DEVICES) {
        rows.push(...(await visitRows(browser, { baseURL, subject, device })))
      }
    }
    return rows
  })
}

type Visit = { baseURL: string; subject: Subject; device: Device }

async function visitRows(browser: Browser, visit: Visit): Promise<Measure[]> {
  const { baseURL, device, subject } = visit
  const loads: Vitals[] = []
  while (loads.length < LOADS) {
    const { cookie, path } = subject
    const page = await openVisit(browser, { baseURL, cookie, ...device.screen })
    await throttle(page, device)
    loads.push(await readVitals(page, path))
    await page.context().close()
  }
  const row = (vital: keyof Vitals, bar: number, unit: string) => {
    const value = median(loads.map((vitals) => vitals[vital]))
    const name = `page_${subject.name}_${device.name}_${vital}`
    return atMost(name, value, unit, bar)
  }
  return [
    row('lcp', device.largestPaintBarMs, 'ms'),
    row('cls', 0.02, 'of the window'),
    row('blocked', 200, 'ms'),
    row('inp', 200, 'ms'),
  ]
}

async function throttle(
  page: Page,
  { slowdown, latencyMs, kilobitsPerSecond: { down, up } }: Device,
): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', {
    offline: false,
    latency: latencyMs,
    downloadThroughput: (down * 1_024) / 8,
    uploadThroughput: (up * 1_024) / 8,
  })
  await session.send('Emulation.setCPUThrottlingRate', { rate: slowdown })
}

/** @see https://web.dev/articles/vitals */
type Vitals = {
  /** Largest contentful paint, in milliseconds. */
  lcp: number
  /** Cumulative layout shift, as a share of the window. */
  cls: number
  /** Total blocking time after the first paint, in milliseconds. */
  blocked: number
  /** Slowest interaction to next paint, in milliseconds. */
  inp: number
}

const LISTENS_WITHIN_MS = 50
/** Time after the last answer that ends the start. */
const SETTLED_AFTER_MS = 2_000
const PRESSES = 3
const PRESS_SHOWN_AFTER_MS = 600

/** Opens a path, waits for its requests, and presses the menu's button a few times. */
async function readVitals(page: Page, path: string): Promise<Vitals> {
  await page.addInitScript(noteEntries)
  await page.goto(path, { waitUntil: 'networkidle' })
  await page.waitForTimeout(SETTLED_AFTER_MS)
  const loaded = await readEntries(page)
  for (let press = 0; press < PRESSES; press += 1) {
    await page.locator('header button').first().click()
    await page.waitForTimeout(PRESS_SHOWN_AFTER_MS)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(PRESS_SHOWN_AFTER_MS)
  }
  // Pointer moves have no interaction id and don't count.
  const presses = (await readEntries(page))('event').filter(
    ({ interactionId }) => interactionId > 0,
  )
  const firstPaint = Math.min(...loaded('paint').map((one) => one.startTime))
  const tasks = loaded('longtask').filter((one) => one.startTime >= firstPaint)
  const [largest] = loaded('largest-contentful-paint').slice(-1)
  return {
    lcp: largest?.startTime ?? Number.POSITIVE_INFINITY,
    cls: sum(loaded('layout-shift').map(({ value }) => value)),
    blocked: sum(tasks.map(({ duration }) => duration - LISTENS_WITHIN_MS)),
    inp: Math.max(0, ...presses.map(({ duration }) => duration)),
  }
}

declare global {
  var notedEntries: {
    type: string
    startTime: number
    duration: number
    /** Size of a layout shift. */
    value: number
    /** Set for presses of keys and pointers. */
    interactionId: number
  }[]
}

/** Returns the page's entries by type. */
async function readEntries(page: Page) {
  const noted = await page.evaluate(() => globalThis.notedEntries)
  return (type: string) => noted.filter((entry) => entry.type === type)
}

/** Runs in the page, before its scripts. */
function noteEntries(): void {
  globalThis.notedEntries = []
  const observer = new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) {
      const { entryType: type, startTime, duration } = entry
      const { value = 0, interactionId = 0 } = Object(entry)
      const noted = { type, startTime, duration, value, interactionId }
      globalThis.notedEntries.push(noted)
    }
  })
  for (const type of [
    'paint',
    'largest-contentful-paint',
    'layout-shift',
    'event',
    'longtask',
  ]) {
    const options = { type, buffered: true, durationThreshold: 16 }
    observer.observe(options)
  }
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0)
}
