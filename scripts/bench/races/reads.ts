import { readFileSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import {
  atLeast,
  atMost,
  type Measure,
  none,
  rounded,
} from '../../cli/measures.ts'
import type { Stage } from '../../product/stage.ts'
import { emptyMove, median } from '../load.ts'
import type { RaceSite } from './burst.ts'

const CONNECTIONS = 64
const SECONDS = 4
const ROUNDS = 3
const SHARE_BAR = 0.5
const QUERIES_BAR = 1

/** Polled by every client. */
const READS = [
  { name: 'current_bets', path: '/api/races/current-bets' },
  { name: 'games', path: '/api/sports/games?sport=basketball_nba' },
  { name: 'stats', path: '/api/casino-stats' },
]

type Target = Pick<autocannon.Options, 'url' | 'method' | 'body' | 'headers'>

/**
 * Compares reads a second with the empty route, and counts their queries. Alternates
 * the targets, so that changes of machine speed affect all.
 */
export async function readRows(
  stage: Stage,
  site: RaceSite,
): Promise<Measure[]> {
  const ready = { readyPath: '/ready' }
  const empty = await stage.startNode('scripts/bench/empty-route.ts', ready)
  const reads = READS.map(({ path }) => readOf(site, path))
  const count = await countStatements(stage, site)
  const targets = [emptyOf(empty.url), ...reads]
  for (const target of targets) await load(target)
  const quiet = await asked(count, () => sleep(SECONDS * 1_000))
  const results = targets.map((): Loaded[] => [])
  for (let round = 0; round < ROUNDS; round += 1) {
    for (const [at, target] of targets.entries()) {
      results[at]?.push(await loaded(count, target))
    }
  }
  await countNoMore(site)
  await empty.process.stop()
  return rowsOf(results, quiet)
}

function emptyOf(url: string): Target {
  const { body, path } = emptyMove(undefined)
  const headers = { 'content-type': 'application/json' }
  return { url: `${url}${path}`, method: 'POST', body, headers }
}

function readOf({ api, cookies }: RaceSite, path: string): Target {
  return { url: `${api.url}${path}`, headers: { cookie: cookies[0] } }
}

type Loaded = { perSecond: number; failures: number; queries: number }

async function loaded(count: () => number, target: Target): Promise<Loaded> {
  let result = { perSecond: 0, failures: 0 }
  const queries = await asked(count, async () => {
    result = await load(target)
  })
  return { ...result, queries }
}

async function load(target: Target) {
  const { errors, non2xx, requests, timeouts } = await autocannon({
    ...target,
    connections: CONNECTIONS,
    duration: SECONDS,
  })
  return { perSecond: requests.average, failures: errors + non2xx + timeouts }
}

/** Returns the queries a second during `work`. */
async function asked(
  count: () => number,
  work: () => Promise<unknown>,
): Promise<number> {
  const before = count()
  const startedAt = performance.now()
  await work()
  const seconds = (performance.now() - startedAt) / 1_000
  return (count() - before) / seconds
}

function rowsOf([empty = [], ...reads]: Loaded[][], quiet: number): Measure[] {
  const base = median(empty.map(({ perSecond }) => perSecond))
  const rows = reads.flatMap((results, at) => {
    const name = `reads_${READS[at]?.name}`
    const rate = median(results.map(({ perSecond }) => perSecond))
    const queries = median(results.map((one) => one.queries)) - quiet
    return [
      atLeast(SHARE_BAR, {
        name,
        value: rounded(rate / base, 3),
        unit: '× empty route',
      }),
      atMost(QUERIES_BAR, {
        name: `${name}_queries`,
        value: Math.max(0, rounded(queries, 1)),
        unit: 'a second more than without them',
      }),
    ]
  })
  const failures = [empty, ...reads].flat().map((one) => one.failures)
  const failed = failures.reduce((sum, one) => sum + one, 0)
  return [...rows, none('reads_failed', failed, 'answers')]
}

/** A statement in the database's log. */
const STATEMENT = / (statement|execute [^:]+): /g

/** Counts statements by the database's log. */
async function countStatements(
  stage: Stage,
  { database }: RaceSite,
): Promise<() => number> {
  await database.query("ALTER SYSTEM SET log_statement = 'all'")
  await database.query('SELECT pg_reload_conf()')
  return () =>
    readFileSync(stage.databaseLog, 'utf8').match(STATEMENT)?.length ?? 0
}

/** Stops logging statements. */
async function countNoMore({ database }: RaceSite): Promise<void> {
  await database.query('ALTER SYSTEM RESET log_statement')
  await database.query('SELECT pg_reload_conf()')
}
