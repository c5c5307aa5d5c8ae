import pg from 'pg'
import { HOUR_MS } from '#core/durations.ts'
import { onlyRow } from '../../api/src/platform/db/database.ts'
import {
  atLeast,
  atMost,
  type Measure,
  none,
  withoutBar,
} from '../cli/measures.ts'
import { kit as coinFlipKit } from '../game-kits/coin-flip.ts'
import { residentMb } from '../process/system-processes.ts'
import { waitUntil } from '../process/wait-until.ts'
import type { Stage } from '../product/stage.ts'
import { addIdlePlayers, fillLedger } from './filled-ledger.ts'
import {
  countFailures,
  createMove,
  gameLoad,
  inTurn,
  type LoadResult,
  median,
  medianRate,
} from './load.ts'
import { enrollPlayers } from './players.ts'

const PLAYERS = 1_000
const IDLE_PLAYERS = 1_000_000
const TRANSACTIONS = 10_000_000
/** Steps in which players register, so that their rows are far apart. */
const STEPS = 10
const WARM_UP_SECONDS = 4
const SECONDS = 5
const ROUNDS = 4
const DAY_WITHIN_MS = HOUR_MS

/** An API's environment, and the players of its database. */
type Site = { env: Stage['env']; cookies: string[] }

/**
 * Compares bets a second among ten million transactions and a million players
 * with those on an empty ledger of the same server, one API process at a time.
 */
export async function growthRows(
  stage: Stage,
  scale: number,
): Promise<Measure[]> {
  const { env } = stage
  const empty = { env, cookies: await enrollPlayers(env, PLAYERS) }
  await stage.database.query('CREATE DATABASE grown')
  const url = new URL(env.DATABASE_URL)
  url.pathname = '/grown'
  const grown = await grownSite({ ...env, DATABASE_URL: url.href }, scale)

  const day = await closeDay(stage, grown)
  const loads = [empty, grown].map((site) => () => betsOn(stage, site))
  // Publishes the roots of all players' epochs, unlike a player's later bets.
  await inTurn(1, loads)
  const [small = [], large = []] = await inTurn(ROUNDS, loads)
  const [emptyRate, rate] = [medianRate(small), medianRate(large)]
  const { mb, bytesOfBet } = await storedIn(grown.env.DATABASE_URL)
  const p99Ms = (results: readonly LoadResult[]) =>
    median(results.map((result) => result.p99Ms))
  return [
    atLeast('growth', rate / emptyRate, '× empty ledger', 0.9),
    withoutBar('growth_bets', rate, 'a second'),
    withoutBar('growth_empty_bets', emptyRate, 'a second'),
    atMost('growth_p99', p99Ms(large), 'ms', 50),
    withoutBar('growth_empty_p99', p99Ms(small), 'ms'),
    none('growth_failed', countFailures([small, large]), 'answers'),
    withoutBar('growth_day_closed', day.seconds, 's for all rows and players'),
    withoutBar('growth_day_memory', day.mb, 'MB of the process at most'),
    withoutBar('growth_leaf_stored', day.bytesOfLeaf, 'bytes a player and day'),
    withoutBar('growth_stored', mb, 'MB'),
    withoutBar('growth_bet_stored', bytesOfBet, 'bytes of ledger and round'),
  ]
}

/** Registers players among idle ones, and fills their ledger. */
async function grownSite(env: Stage['env'], scale: number): Promise<Site> {
  const cookies: string[] = []
  for (let step = 0; step < STEPS; step += 1) {
    cookies.push(...(await enrollPlayers(env, PLAYERS / STEPS)))
    await addIdlePlayers(
      env.DATABASE_URL,
      Math.round((scale * IDLE_PLAYERS) / STEPS),
    )
  }
  await fillLedger(env.DATABASE_URL, scale * TRANSACTIONS)
  return { env, cookies }
}

/** Waits for the first day to close, which no load should include. */
async function closeDay(stage: Stage, { env }: Site) {
  stage.env = env
  const client = new pg.Client(env.DATABASE_URL)
  await client.connect()
  const startedAt = performance.now()
  const { process } = await stage.startApi()
  let mb = 0
  await waitUntil(async () => {
    mb = Math.max(mb, residentMb(process.pid))
    const { rowCount } = await client.query('SELECT FROM audit_days')
    return Boolean(rowCount)
  }, DAY_WITHIN_MS)
  const seconds = (performance.now() - startedAt) / 1_000
  await process.stop()
  const { rows } = await client.query<{ bytesOfLeaf: number }>(`
    SELECT ((pg_total_relation_size('audit_leaves')
      + pg_total_relation_size('audit_subtrees')) / count(*))::int AS "bytesOfLeaf"
    FROM audit_leaves`)
  await client.end()
  return { seconds, mb, ...onlyRow(rows) }
}

/** Loads an API process of its own, so that no other one's jobs run meanwhile. */
async function betsOn(stage: Stage, { env, cookies }: Site) {
  stage.env = env
  const { process, url: origin } = await stage.startApi()
  const flips = { origin, cookies, move: createMove(coinFlipKit.calls) }
  await gameLoad({ ...flips, duration: WARM_UP_SECONDS })
  const result = await gameLoad({ ...flips, duration: SECONDS })
  await process.stop()
  return result
}

async function storedIn(url: string) {
  const client = new pg.Client(url)
  await client.connect()
  const { rows } = await client.query<{ mb: number; bytesOfBet: number }>(`
    SELECT (pg_database_size(current_database()) / 1048576)::int AS mb,
      ((SELECT sum(pg_total_relation_size(grown))
      FROM unnest('{transactions,rounds,batches}'::regclass[]) AS grown)
        / (SELECT count(*) FROM rounds))::int AS "bytesOfBet"`)
  await client.end()
  return onlyRow(rows)
}
