import pg from 'pg'
import { currentGames } from '#core/games/registry.ts'
import { openHistory } from '../../api/src/ledger/history/history.ts'
import { databaseOn } from '../../api/src/platform/db/database.ts'
import { atMost, type Measure, rounded } from '../cli/measures.ts'
import type { Stage } from '../product/stage.ts'
import { historyPageRows } from './pages/history-page-rows.ts'
import { inBrowser, serveWeb } from './pages/web-site.ts'
import { enrollPlayers } from './players.ts'
import { seedHistory } from './seeded-history.ts'

const PLAYERS = 1_000
const TRANSACTIONS = 9_000
/**
 * One who has played one game all day for years, and a hand of another now and
 * then.
 */
const [USUAL = '', NEVER = '', RARE = ''] = currentGames.map(
  ({ gameType }) => gameType,
)
const USUAL_BETWEEN = 9_999
const HANDS = 100
const HAND = 3
/**
 * Of all these, the newest are not summed up yet: almost as many as ever wait
 * for it.
 */
const NEWEST = 3_900

const PAGE_BAR_MS = 20
const SUMMARY_BAR_MS = 300
const OVERVIEW_BAR_MS = 50
const LOOKS = 100
const WARM_UP_LOOKS = 200

/**
 * What is asked for: the newest page, one far back, and filters that find
 * little.
 */
const QUERIES = [
  '',
  '?before=5000',
  '?type=win',
  '?type=grant',
  '?type=reset',
  gameIs(NEVER),
  gameIs(RARE),
  `${gameIs(RARE)}&type=win`,
  `${gameIs(RARE)}&type=win&before=700000`,
  `${gameIs(USUAL)}&type=bet`,
]

function gameIs(gameType: string): string {
  return `?${new URLSearchParams({ gameType })}`
}

/**
 * How long a page of history takes, with ten million transactions stored. A
 * process that has just started is slow at anything, so others look first.
 */
export async function historyRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS + 1)
  const [busy = '', other = '', ...more] = cookies
  await fillLedger(stage.env.DATABASE_URL)
  await serveWeb(stage)
  const { url } = await stage.startApi()
  const path = `${url}/api/transactions`
  const strangers = more.slice(WARM_UP_LOOKS, WARM_UP_LOOKS + LOOKS)
  await slowest95(path, more.slice(0, WARM_UP_LOOKS))
  const rows = [row('history_first_look', await slowest95(path, strangers))]
  for (const [name, cookie] of [
    ['history', other],
    ['history_of_a_million', busy],
  ] as const) {
    for (const query of QUERIES) {
      const looks = Array.from({ length: LOOKS }, () => cookie)
      const value = await slowest95(path + query, looks)
      rows.push(row(`${name} ${query}`.trim(), value))
    }
    rows.push(await summaryRow(name, `${path}/summary`, cookie))
  }
  rows.push(await overviewRow(stage.env.DATABASE_URL, { url, cookie: busy }))
  const pages = await inBrowser('history_page*', (browser) =>
    historyPageRows(browser, { url, cookie: busy }),
  )
  return [...rows, ...pages]
}

function row(name: string, value: number): Measure {
  return atMost(PAGE_BAR_MS, { name, value, unit: 'ms (p95)' })
}

async function summaryRow(
  name: string,
  url: string,
  cookie: string,
): Promise<Measure> {
  const looks = Array.from({ length: LOOKS }, () => cookie)
  const value = await slowest95(url, looks)
  return atMost(SUMMARY_BAR_MS, {
    name: `${name} summary`,
    value,
    unit: 'ms (p95)',
  })
}

/** How the house stands, for an operator who leaves it open all day. */
async function overviewRow(
  databaseUrl: string,
  { url, cookie }: { url: string; cookie: string },
): Promise<Measure> {
  const pool = new pg.Pool({ connectionString: databaseUrl })
  await pool.query(`UPDATE users SET role = 'operator'
    WHERE id = (SELECT id FROM users ORDER BY created_at LIMIT 1)`)
  await pool.end()
  const looks = Array.from({ length: LOOKS }, () => cookie)
  const value = await slowest95(`${url}/api/operator/overview`, looks)
  const name = 'operator_overview'
  return atMost(OVERVIEW_BAR_MS, { name, value, unit: 'ms (p95)' })
}

async function fillLedger(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  try {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM users ORDER BY created_at',
    )
    const [busy = '', ...others] = rows.map(({ id }) => id)
    await seedHistory(pool, others, {
      gameType: USUAL,
      transactionCount: TRANSACTIONS - NEWEST,
    })
    for (let hand = 0; hand < HANDS; hand += 1) {
      await seedHistory(pool, [busy], {
        gameType: USUAL,
        transactionCount: USUAL_BETWEEN,
      })
      await seedHistory(pool, [busy], {
        gameType: RARE,
        transactionCount: HAND,
      })
    }
    await pool.query('VACUUM ANALYZE transactions, rounds, batches')
    await sumUpSegments(pool)
    await seedHistory(pool, [busy, ...others], {
      gameType: USUAL,
      transactionCount: NEWEST,
    })
    await pool.query('VACUUM ANALYZE transactions, rounds')
  } finally {
    await pool.end()
  }
}

/** As the job of any house would have done long ago. */
async function sumUpSegments(pool: pg.Pool): Promise<void> {
  const { service } = openHistory({ db: databaseOn(pool) })
  await service.sumUpSegments(new AbortController().signal)
}

/**
 * The time of the 95th in a hundred, in milliseconds; a look for each cookie.
 */
async function slowest95(
  url: string,
  cookies: readonly string[],
): Promise<number> {
  const times: number[] = []
  for (const cookie of cookies) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.text()
    times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return rounded(sorted[Math.floor(sorted.length * 0.95)] ?? 0, 1)
}
