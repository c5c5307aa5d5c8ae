import type { Browser, Page } from 'playwright-core'
import { atMost, type Measure } from '../../cli/measures.ts'
import { median } from '../load.ts'
import { openVisit } from './web-site.ts'

const VISITS = 5
const ROWS_BAR_MS = 1_000
const FILTER_BAR_MS = 300
const FILTERS = [
  ['Type', 'Payout'],
  ['Time', 'Last 7 days'],
  ['Type', 'All types'],
] as const

type Asked = { url: string; cookie: string }

/** Measures the time until rows and filtered rows are shown. */
export async function historyPageRows(
  browser: Browser,
  asked: Asked,
): Promise<Measure[]> {
  const rows: number[] = []
  const filters: number[] = []
  for (let visit = 0; visit < VISITS; visit += 1) {
    const { url: baseURL, cookie } = asked
    const page = await openVisit(browser, { baseURL, cookie })
    rows.push(await untilListedMs(page, () => page.goto('/history')))
    for (const [label, option] of FILTERS) {
      const choice = page.getByLabel(label, { exact: true })
      filters.push(
        await untilListedMs(page, () => choice.selectOption({ label: option })),
      )
    }
    await page.context().close()
  }
  return [
    row('history_page', ROWS_BAR_MS, rows),
    row('history_page_filter', FILTER_BAR_MS, filters),
  ]
}

/** Measures the time from an action to its rows. */
async function untilListedMs(
  page: Page,
  act: () => Promise<unknown>,
): Promise<number> {
  const startedAt = performance.now()
  const isList = (url: URL) => url.pathname === '/api/transactions'
  await Promise.all([
    page.waitForResponse((response) => isList(new URL(response.url()))),
    act(),
  ])
  await page.getByRole('table', { name: 'Transactions' }).waitFor()
  return performance.now() - startedAt
}

function row(name: string, bar: number, times: readonly number[]): Measure {
  const value = Math.round(median(times))
  return atMost(bar, { name, value, unit: 'ms' })
}
