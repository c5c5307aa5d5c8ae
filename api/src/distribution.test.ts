import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { expect, test, vi } from 'vitest'
import { placeFlip } from '#testing/player/flip-coin.ts'
import { fine } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { createModules } from './modules.ts'

/** Column by which each hot table would be distributed over servers. */
const DISTRIBUTED_BY: Readonly<Record<string, string>> = {
  batches: 'partition',
  client_seeds: 'user_id',
  fairness_epochs: 'user_id',
  game_totals: 'partition',
  global_stats: 'id',
  history_segments: 'user_id',
  kept_answers: 'user_id',
  open_rounds: 'user_id',
  player_limits: 'user_id',
  race_bets: 'user_id',
  rounds: 'user_id',
  session: 'sid',
  sports_bets: 'user_id',
  stakes: 'user_id',
  stream_keys: 'user_id',
  transactions: 'user_id',
  users: 'id',
}

/** Keys without that column; docs/scale.md lists them, too. */
const KEYS_WITHOUT = [
  'batches_pkey',
  'client_seeds_pkey',
  'kept_answers_pkey',
  'open_rounds_pkey',
  'race_bets_pkey',
  'rounds_pkey',
  'sports_bets_pkey',
  'stakes_pkey',
  'users_username_key',
]

/** Tables that a bet or a page of history finds without that column. */
const FOUND_WITHOUT = [
  'client_seeds',
  'kept_answers',
  'open_rounds',
  'race_bets',
  'rounds',
  'sports_bets',
  'stakes',
]

const server = await openTestServer({
  // Statements of jobs aren't hot.
  open: async (platform, config) => {
    const modules = await createModules(platform, config)
    for (const module of Object.values(modules))
      Object.assign(module, { jobs: [] })
    return modules
  },
})

test('has the distribution column in every unique key of a hot table, except the listed', async () => {
  const { rows } = await server.pool.query<
    Record<'table' | 'key', string> & { columns: string[] }
  >(
    `SELECT relname AS table, indexrelid::regclass::text AS key, ARRAY(
       SELECT attname::text FROM pg_attribute
       WHERE attrelid = indrelid AND attnum = ANY (indkey)
     ) AS columns
     FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
     WHERE indisunique AND relname = ANY ($1) ORDER BY key`,
    [Object.keys(DISTRIBUTED_BY)],
  )
  const tables = new Set(rows.map(({ table }) => table))
  expect([...tables].toSorted()).toEqual(Object.keys(DISTRIBUTED_BY))
  const without = rows.filter(
    ({ columns, table }) => !columns.includes(DISTRIBUTED_BY[table] ?? ''),
  )
  expect(without.map(({ key }) => key)).toEqual(KEYS_WITHOUT)
})

test('finds rows of hot tables by their distribution column, except the listed', async () => {
  const { client } = await server.newPlayer()
  const statements = await recordStatements(async () => {
    const again = { 'Idempotency-Key': randomUUID() }
    fine(await placeFlip(client, 1, again))
    fine(await placeFlip(client, 1, again))
    fine(await client.post('/api/games/blackjack', DEAL))
    fine(await client.get('/api/games/blackjack'))
    fine(await client.get('/api/transactions'))
    fine(await client.get('/api/transactions?type=win'))
    fine(await client.get('/api/fairness'))
  })
  const scans = await Promise.all(statements.map(readScans))
  const without = scans.flat().filter(({ condition, table }) => {
    const column = DISTRIBUTED_BY[table]
    return column && !new RegExp(`\\b${column}\\b`).test(condition)
  })
  const tables = new Set(without.map(({ table }) => table))
  expect([...tables].toSorted()).toEqual(FOUND_WITHOUT)
})

const DATABASE = new URL(server.databaseUrl).pathname.slice(1)
const DEAL = { action: 'deal', betAmount: 1 }
const QUERY = /^\s*(select|with|insert|update|delete)\b/i

/** Records the queries that the server sends during some work. */
async function recordStatements(work: () => Promise<void>): Promise<string[]> {
  const query = vi.spyOn(pg.Client.prototype, 'query')
  await work()
  const { calls, contexts } = query.mock
  // Jobs of servers of other test files may still run in this process.
  const own = calls.filter(
    (_, index) => Object(contexts[index]).database === DATABASE,
  )
  const texts = own.map(([sent]: unknown[]) =>
    String(Object(sent).text ?? sent),
  )
  query.mockRestore()
  return [...new Set(texts)].filter((text) => QUERY.test(text))
}

type Plan = {
  'Relation Name'?: string
  'Node Type': string
  'Index Cond'?: string
  Filter?: string
  Plans?: Plan[]
}

/** Plans a query for look-ups by index, as if its tables were large. */
async function readScans(text: string) {
  const client = await server.pool.connect()
  try {
    await client.query(`SET enable_seqscan = off; SET enable_hashjoin = off;
      SET enable_mergejoin = off; SET enable_bitmapscan = off`)
    const { rows } = await client.query<{
      'QUERY PLAN': [{ Plan: Plan }]
    }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
    return rows.flatMap((row) => scansIn(row['QUERY PLAN'][0].Plan))
  } finally {
    client.release(true)
  }
}

function scansIn(plan: Plan): { table: string; condition: string }[] {
  const { Filter = '', Plans = [], 'Index Cond': condition = '' } = plan
  const table = plan['Relation Name']
  const isScan = table && plan['Node Type'] !== 'ModifyTable'
  const own = isScan ? [{ table, condition: `${condition} ${Filter}` }] : []
  return [...own, ...Plans.flatMap(scansIn)]
}
