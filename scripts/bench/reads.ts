import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import type autocannon from 'autocannon'
import { atLeast, atMost, type Measure, none } from '../cli/measures.ts'
import type { RaceSite } from '../load/present-race.ts'
import type { Stage } from '../product/stage.ts'
import {
  countFailures,
  FLIP,
  inTurn,
  load,
  median,
  medianRate,
} from './load.ts'

const SECONDS = 4
const ROUNDS = 3

/** Polled by every client. */
const READS = [
  { name: 'reads_current_bets', path: '/api/races/current-bets' },
  { name: 'reads_games', path: '/api/sports/games?sport=basketball_nba' },
  { name: 'reads_stats', path: '/api/casino-stats' },
]

/** A statement in the database's log. */
const STATEMENT = / (statement|execute [^:]+): /g

/** Compares reads a second with the empty route, and counts their queries. */
export async function readRows(
  stage: Stage,
  { api, cookies, database }: RaceSite,
): Promise<Measure[]> {
  const ready = { readyPath: '/ready' }
  const route = await stage.startNode('scripts/bench/empty-route.ts', ready)
  await database.query("ALTER SYSTEM SET log_statement = 'all'")
  await database.query('SELECT pg_reload_conf()')

  /** Counts the queries a second during `work`. */
  async function countQueries<T>(work: () => Promise<T>) {
    const count = () =>
      readFileSync(stage.databaseLog, 'utf8').match(STATEMENT)?.length ?? 0
    const before = count()
    const startedAt = performance.now()
    const result = await work()
    const seconds = (performance.now() - startedAt) / 1_000
    return { ...result, queries: (count() - before) / seconds }
  }

  const headers = { cookie: cookies[0] }
  const targets: autocannon.Options[] = [
    {
      url: `${route.url}/empty`,
      method: 'POST',
      body: FLIP,
      headers: { 'content-type': 'application/json' },
    },
    ...READS.map(({ path }) => ({ url: api.url + path, headers })),
  ]
  const loads = targets.map(
    (target) => () =>
      countQueries(() => load({ ...target, duration: SECONDS })),
  )
  await inTurn(1, loads)
  const quiet = await countQueries(() => sleep(SECONDS * 1_000, {}))
  const [empty = [], ...reads] = await inTurn(ROUNDS, loads)
  await database.query('ALTER SYSTEM RESET log_statement')
  await database.query('SELECT pg_reload_conf()')
  await route.process.stop()

  const rows = READS.flatMap(({ name }, at) => {
    const results = reads[at] ?? []
    const share = medianRate(results) / medianRate(empty)
    const queries = median(results.map((one) => one.queries)) - quiet.queries
    return [
      atLeast(name, share, '× empty route', 0.5),
      atMost(
        `${name}_queries`,
        Math.max(0, queries),
        'a second more than without them',
        1,
      ),
    ]
  })
  return [
    ...rows,
    none('reads_failed', countFailures([empty, ...reads]), 'answers'),
  ]
}
