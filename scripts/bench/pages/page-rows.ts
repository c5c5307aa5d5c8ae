import type { Browser } from 'playwright-core'
import { atMost, type Measure, rounded } from '../../cli/measures.ts'
import type { Stage } from '../../product/stage.ts'
import { median } from '../load.ts'
import { enrollPlayers } from '../players.ts'
import { DEVICES, type Device, throttle } from './throttle.ts'
import { type Vitals, vitalsOf } from './vitals.ts'
import { inBrowser, openVisit, serveWeb } from './web-site.ts'

const LOADS = 5
const LARGEST_PAINT_BAR_MS: Readonly<Record<string, number>> = {
  desktop: 1_500,
  mobile: 2_500,
}
const SHIFT_BAR = 0.02
const BLOCKED_BAR_MS = 200
const PRESS_BAR_MS = 200

type Subject = { name: string; path: string; cookie?: string | undefined }

/** Measures first visits of pages. */
export async function pageRows(stage: Stage): Promise<Measure[]> {
  const [cookie] = await enrollPlayers(stage.env, 1)
  await serveWeb(stage)
  const { url } = await stage.startApi()
  const subjects: Subject[] = [
    { name: 'landing', path: '/' },
    { name: 'slots', path: '/slots', cookie },
    { name: 'history', path: '/history', cookie },
  ]
  return inBrowser('page_*', async (browser) => {
    const rows: Measure[] = []
    for (const subject of subjects) {
      for (const device of DEVICES) {
        const loads: Vitals[] = []
        for (let load = 0; load < LOADS; load += 1) {
          loads.push(await firstLoad(browser, { url, subject, device }))
        }
        rows.push(
          ...rowsOf(`page_${subject.name}_${device.name}`, device, loads),
        )
      }
    }
    return rows
  })
}

type Load = { url: string; subject: Subject; device: Device }

async function firstLoad(
  browser: Browser,
  { url, subject, device }: Load,
): Promise<Vitals> {
  const { viewport, deviceScaleFactor, isMobile } = device
  const page = await openVisit(browser, {
    baseURL: url,
    cookie: subject.cookie,
    viewport,
    deviceScaleFactor,
    isMobile,
  })
  try {
    await throttle(await page.context().newCDPSession(page), device)
    return await vitalsOf(page, subject.path)
  } finally {
    await page.context().close()
  }
}

function rowsOf(name: string, device: Device, loads: Vitals[]): Measure[] {
  const middle = (figure: keyof Vitals, digits = 0) =>
    rounded(median(loads.map((vitals) => vitals[figure])), digits)
  return [
    atMost(LARGEST_PAINT_BAR_MS[device.name] ?? 0, {
      name: `${name}_lcp`,
      value: middle('largestPaintMs'),
      unit: 'ms',
    }),
    atMost(SHIFT_BAR, {
      name: `${name}_cls`,
      value: middle('shift', 3),
      unit: 'of the window',
    }),
    atMost(BLOCKED_BAR_MS, {
      name: `${name}_blocked`,
      value: middle('blockedMs'),
      unit: 'ms',
    }),
    atMost(PRESS_BAR_MS, {
      name: `${name}_inp`,
      value: middle('slowestPressMs'),
      unit: 'ms',
    }),
  ]
}
