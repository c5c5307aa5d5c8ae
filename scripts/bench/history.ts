import { atMost, type Measure, percentile } from '../cli/measures.ts'
import type { Stage } from '../product/stage.ts'
import { fillLedger, NEVER, RARE, USUAL } from './filled-ledger.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const TRANSACTIONS = 10_000_000
const PAGE_BAR_MS = 20
const LOOKS = 100
const WARM_UP_LOOKS = 200

/** The newest page, a distant one, and filters with few results. */
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
 * Measures pages of history among ten million transactions, after a warm-up by
 * other players, and the operator's overview.
 */
export async function historyRows(
  stage: Stage,
  scale: number,
): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS + 1)
  const [busy = '', other = '', ...more] = cookies
  await fillLedger(stage.env.DATABASE_URL, scale * TRANSACTIONS)
  const { url } = await stage.startApi()
  const history = '/api/transactions'
  const looks: Look[] = [
    {
      name: 'history_first_look',
      path: history,
      by: more.slice(WARM_UP_LOOKS, WARM_UP_LOOKS + LOOKS),
    },
    ...getLooks('history', other),
    ...getLooks('history_of_a_million', busy),
    {
      name: 'operator_overview',
      path: '/api/operator/overview',
      by: always(busy),
      barMs: 50,
    },
  ]
  await slowest95(url + history, more.slice(0, WARM_UP_LOOKS))
  const rows: Measure[] = []
  for (const { name, path, by, barMs = PAGE_BAR_MS } of looks) {
    const value = await slowest95(url + path, by)
    rows.push(atMost(name, value, 'ms (p95)', barMs))
  }
  return rows
}

type Look = {
  name: string
  path: string
  /** Cookie headers, one per request. */
  by: readonly string[]
  barMs?: number
}

function getLooks(name: string, cookie: string): Look[] {
  const by = always(cookie)
  const path = '/api/transactions'
  return [
    ...QUERIES.map((query) => ({
      name: `${name} ${query}`.trim(),
      path: path + query,
      by,
    })),
    { name: `${name} summary`, path: `${path}/summary`, by, barMs: 300 },
  ]
}

function always(cookie: string): string[] {
  return Array.from({ length: LOOKS }, () => cookie)
}

/** Returns the 95th percentile in milliseconds, of one request per cookie. */
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
  return percentile(times, 95)
}
