import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { runScript } from '#testing/process/run-script.ts'
import { DEPOSIT_CLAIMS } from '../api/src/features/deposits/deposit-audit.service.ts'
import { OPEN_DAY } from '../api/src/features/rounds/open-day-replay.service.ts'
import { migrate } from '../api/src/platform/db/migrate.ts'
import type { Measure } from './lib/measures.ts'
import { Stage } from './lib/stage.ts'

const stage = new Stage()
const NOBODY = 'http://127.0.0.1:1'
const UNDONE = [{ ok: false }, { ok: false }]

beforeAll(async () => {
  await stage.startDatabase()
  await migrate(stage.env.DATABASE_URL)
})
afterAll(() => stage.close())

async function audit(env: NodeJS.ProcessEnv = {}) {
  const { DATABASE_URL } = stage.env
  const { code, stderr, stdout } = await runScript(
    'ledger-audit.ts',
    ['--json'],
    { DATABASE_URL, DATA_DIR: stage.directory, ...env },
  )
  const { rows }: { rows: Measure[] } = JSON.parse(
    stdout.trim().split('\n').at(-1) ?? '',
  )
  const claims: string[] = Object.values(DEPOSIT_CLAIMS)
  const deposits = rows.filter(({ name }) => claims.includes(name))
  return { code, stderr, rows, deposits }
}

/** A credited deposit, with no regard for the books. */
async function creditDeposit(chainId: number): Promise<void> {
  const client = new pg.Client(stage.env.DATABASE_URL)
  await client.connect()
  await client.query(`
    SET session_replication_role = 'replica';
    INSERT INTO chain_instances (chain_id, genesis_hash, registry)
    VALUES (${chainId}, '0x', '0x');
    INSERT INTO crypto_deposits (id, instance_id, user_id, wallet, crypto_type,
      tx_hash, amount, claimed, block_number, block_hash, coins_per_unit, coins, status,
      confirmed_at)
    SELECT gen_random_uuid(), max(id), gen_random_uuid(), '0x', 'GUMBY', '0x',
      5000000000000000000, 5000000000000000000, 1, '0x', 1, 5, 'confirmed', now()
    FROM chain_instances`)
  await client.end()
}

test('a house without deposits needs no chain', async () => {
  const { code, rows, deposits } = await audit()
  expect(code).toBe(0)
  expect(rows.length).toBeGreaterThan(10)
  expect(deposits).toEqual([])
})

/** The page as it is made from the database. */
async function publicPage(...options: string[]) {
  const { DATABASE_URL } = stage.env
  const { code, stdout } = await runScript(
    'ledger-audit.ts',
    ['--public', ...options],
    { DATABASE_URL, DATA_DIR: stage.directory },
  )
  return { code, page: JSON.parse(stdout) }
}

test('makes the public page from the database, and names what is missing of one that was kept', async () => {
  const kept = join(stage.directory, 'audit.json')
  expect(await publicPage()).toMatchObject({
    code: 0,
    page: {
      figures: { accounts: { house: 100_000, grants: -110_000, sum: 0 } },
      days: [],
      differences: [],
    },
  })
  const hash = 'ab'.repeat(32)
  const day = {
    number: 1,
    day: '2026-11-24',
    closedAt: '2026-11-25T00:00:01.000Z',
    root: hash,
    sum: 0,
    players: 0,
    previous: hash,
    count: 0,
    firstId: null,
    lastId: null,
    entries: hash,
    digest: hash,
  }
  writeFileSync(kept, JSON.stringify({ days: [day] }))
  expect(await publicPage('--kept', kept)).toMatchObject({
    code: 1,
    page: { differences: ['day 1 was published, and is missing'] },
  })
})

test('a chain that was named and does not answer fails, the books told all the same', async () => {
  const { code, rows, deposits } = await audit({ RPC_URL: NOBODY })
  expect(code).toBe(1)
  expect(deposits).toHaveLength(2)
  expect(rows.filter(({ ok }) => !ok)).toEqual(deposits)
})

test('deposits of a local chain that is gone are checked in the books only', async () => {
  await creditDeposit(31_337)
  expect((await audit()).deposits).toEqual([])
})

test('deposits on a testnet fail when no chain is named', async () => {
  await creditDeposit(97)
  expect(await audit()).toMatchObject({ code: 1, deposits: UNDONE })
})

test('and when the noted node does not answer', async () => {
  writeFileSync(join(stage.directory, 'rpc-url'), NOBODY)
  const deployment = {
    chainId: 97,
    genesisHash: `0x${'1'.repeat(64)}`,
    startBlock: 1,
    registry: `0x${'1'.repeat(40)}`,
    tokens: { GUMBY: `0x${'2'.repeat(40)}`, POKEY: `0x${'3'.repeat(40)}` },
  }
  const file = join(stage.directory, 'deployment.json')
  writeFileSync(file, JSON.stringify(deployment))
  expect(await audit()).toMatchObject({ code: 1, deposits: UNDONE })
})

test('a round of the open day is replayed, or without the master keys said not to be', async () => {
  const client = new pg.Client(stage.env.DATABASE_URL)
  await client.connect()
  const { rows } = await client.query(`
    INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type,
      rules_version, bet, outcome, stake, payout, round_hash)
    VALUES (gen_random_uuid(), gen_random_uuid(), 1, 0, 1, 'Coin Flip', 1, '{}',
      '{}', 1, 0, '') RETURNING id`)
  await client.end()
  const without = await audit()
  expect(without.rows).toContainEqual(
    expect.objectContaining({
      name: OPEN_DAY,
      value: 1,
      unit: 'rounds not replayed',
      ok: false,
    }),
  )
  expect(without.stderr).toContain('MASTER_KEYS is not set')
  const { MASTER_KEYS } = stage.env
  const { stderr } = await audit({ MASTER_KEYS })
  expect(stderr).toContain(`FAIL  ${OPEN_DAY}: player `)
  expect(stderr).toContain(`round ${rows[0].id}: its seeds are missing`)
})
