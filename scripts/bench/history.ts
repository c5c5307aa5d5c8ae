import pg from 'pg'
import { atMost, type Measure } from '../lib/measures.ts'
import type { Stage } from '../lib/stage.ts'
import { enrollPlayers } from './players.ts'
import { seedHistory } from './seeded-history.ts'

const PLAYERS = 1_000
/** Of most players, and of the one who has played all day for years. */
const MOVEMENTS = 9_000
const MANY_MOVEMENTS = 1_000_002
const PAGE_BAR_MS = 20
const LOOKS = 40

/** What is asked for: the newest page, one far back, and filters that find little. */
const QUERIES = [
  '',
  '?before=5000',
  '?type=win',
  '?type=reset',
  '?gameType=Blackjack',
  '?gameType=Coin+Flip&type=bet',
]

/** How long a page of history takes, with ten million movements stored. */
export async function historyRows(stage: Stage): Promise<Measure[]> {
  const cookies = await enrollPlayers(stage.env, PLAYERS + 1)
  const [busy = ''] = cookies
  await fillLedger(stage.env.DATABASE_URL)
  const { url } = await stage.startApi()
  const rows: Measure[] = []
  for (const [name, cookie] of [
    ['history', cookies[1] ?? ''],
    ['history_of_a_million', busy],
  ] as const) {
    for (const query of QUERIES) {
      const value = await slowest95(`${url}/api/transactions${query}`, cookie)
      const row = { name: `${name} ${query}`.trim(), value, unit: 'ms (p95)' }
      rows.push(atMost(PAGE_BAR_MS, row))
    }
  }
  return rows
}

async function fillLedger(url: string): Promise<void> {
  const pool = new pg.Pool({ connectionString: url })
  try {
    const { rows } = await pool.query<{ id: string }>(
      'SELECT id FROM users ORDER BY created_at',
    )
    const [busy, ...others] = rows.map(({ id }) => id)
    await seedHistory(pool, busy ? [busy] : [], MANY_MOVEMENTS)
    await seedHistory(pool, others, MOVEMENTS)
    await pool.query('VACUUM ANALYZE transactions, rounds')
  } finally {
    await pool.end()
  }
}

async function slowest95(url: string, cookie: string): Promise<number> {
  const times: number[] = []
  for (let look = 0; look < LOOKS; look += 1) {
    const startedAt = performance.now()
    const answer = await fetch(url, { headers: { cookie } })
    await answer.text()
    times.push(performance.now() - startedAt)
  }
  const sorted = times.toSorted((a, b) => a - b)
  return Math.round((sorted[Math.floor(LOOKS * 0.95)] ?? 0) * 10) / 10
}
