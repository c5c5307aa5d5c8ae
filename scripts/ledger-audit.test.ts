import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, afterEach, beforeEach, expect, test, vi } from 'vitest'
import { sampleDeploymentFile } from '#testing/chain/sample-deployment.ts'
import { createTestDatabase, runOn } from '#testing/database/test-database.ts'
import { captureOutput } from '#testing/process/printed-by.ts'
import { runScript } from '#testing/process/run-script.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { OPEN_DAY } from '../api/src/betting/rounds/open-day-replay.service.ts'
import { DEPOSIT_CLAIMS } from '../api/src/payments/deposits/operator/deposit-audit.service.ts'
import { openDatabase } from '../api/src/platform/db/database.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { depositsOnChain } from './audit/deposits-on-chain.ts'
import { openDayReplay } from './audit/open-day-replay.ts'
import { reproducePage } from './audit/public-audit.ts'
import type { Measure } from './cli/measures.ts'

const NOBODY = 'http://127.0.0.1:1'
const UNDONE = Object.values(DEPOSIT_CLAIMS).map((name) => ({
  name,
  ok: false,
}))
const { url, pool, close } = await createTestDatabase()
const db = openDatabase(pool)
let dataDir: string

beforeEach(() => {
  dataDir = testFolder()
  vi.stubEnv('DATA_DIR', dataDir)
  for (const name of ['RPC_URL', 'DEPLOYMENT_FILE']) vi.stubEnv(name, undefined)
})
afterEach(() => void vi.unstubAllEnvs())
afterAll(close)

function creditDeposit(chainId: number): Promise<void> {
  return runOn(
    url,
    `SET session_replication_role = 'replica';
    INSERT INTO chain_instances (chain_id, genesis_hash, registry)
    VALUES (${chainId}, '0x', '0x');
    INSERT INTO crypto_deposits (id, instance_id, user_id, wallet, crypto_type,
      tx_hash, amount, claimed, block_number, block_hash, coins_per_unit, coins, status,
      confirmed_at)
    SELECT gen_random_uuid(), max(id), gen_random_uuid(), '0x', 'GUMBY', '0x',
      5000000000000000000, 5000000000000000000, 1, '0x', 1, 5, 'confirmed', now()
    FROM chain_instances`,
  )
}

async function deposits() {
  const printed = await captureOutput(() =>
    depositsOnChain(db, makeLogger('silent')),
  )
  return printed.result
}

test('prints the public page, and reports a missing day of a saved answer', async () => {
  const page = async (kept?: string) =>
    JSON.parse((await captureOutput(() => reproducePage(db, kept))).stdout)
  expect(await page()).toMatchObject({
    figures: { accounts: { house: 100_000, grants: -110_000, sum: 0 } },
    days: [],
    differences: [],
  })
  expect(process.exitCode).toBeUndefined()

  const hash = 'ab'.repeat(32)
  const day = {
    version: 2,
    number: 1,
    day: '2026-11-24',
    closedAt: '2026-11-25T00:00:01.000Z',
    root: hash,
    sum: 0,
    jackpot: 0,
    players: 0,
    previous: hash,
    count: 0,
    digest: hash,
  }
  const kept = join(dataDir, 'audit.json')
  writeFileSync(kept, JSON.stringify({ days: [day] }))
  expect(await page(kept)).toMatchObject({
    differences: ['day 1 was published, and is missing'],
  })
  expect(process.exitCode).toBe(1)
  process.exitCode = undefined
})

test('needs no chain for a ledger without deposits', async () => {
  expect(await deposits()).toEqual([])
})

test('fails checks of the chain while a configured one is unreachable', async () => {
  vi.stubEnv('RPC_URL', NOBODY)
  expect(await deposits()).toMatchObject(UNDONE)
})

test('skips deposits of a stopped local chain', async () => {
  await creditDeposit(31_337)
  expect(await deposits()).toEqual([])
})

test('fails deposits of a testnet if no node is configured or reachable', async () => {
  await creditDeposit(97)
  expect(await deposits()).toMatchObject(UNDONE)
  writeFileSync(join(dataDir, 'rpc-url'), NOBODY)
  sampleDeploymentFile(dataDir, 97)
  expect(await deposits()).toMatchObject(UNDONE)
})

test('replays the open day, or fails it without the master keys', async () => {
  const { rows } = await pool.query(`
    INSERT INTO rounds (id, user_id, seq, nonce, client_seed_id, game_type,
      rules_version, bet, outcome, stake, payout, round_hash)
    VALUES (gen_random_uuid(), gen_random_uuid(), 1, 0, 1, 'Coin Flip', 1, '{}',
      '{}', 1, 0, '') RETURNING id`)
  const without = await captureOutput(() => openDayReplay(db, {}))
  expect(without.result.measure).toMatchObject({
    name: OPEN_DAY,
    value: 1,
    unit: 'rounds not replayed',
    ok: false,
  })
  expect(without.stderr).toContain('MASTER_KEYS is not set')

  const { MASTER_KEYS } = TEST_SECRETS
  const { measure, texts } = await openDayReplay(db, { MASTER_KEYS })
  expect(measure.ok).toBe(false)
  expect(texts).toEqual([
    expect.stringContaining(`round ${rows[0].id}: its seeds are missing`),
  ])
})

test('prints every check, fails and names the tampered rows', async () => {
  const { MASTER_KEYS } = TEST_SECRETS
  const env = { DATABASE_URL: url, DATA_DIR: dataDir, MASTER_KEYS }
  const ran = await runScript('ledger-audit.ts', ['--json'], env)
  const lastLine = ran.stdout.trim().split('\n').at(-1) ?? ''
  const { rows }: { rows: Measure[] } = JSON.parse(lastLine)
  const failed = rows.filter(({ ok }) => !ok).map(({ name }) => name)
  expect(failed).toContain(OPEN_DAY)
  expect(failed.length).toBeLessThan(rows.length - 10)
  expect(rows.slice(-2)).toMatchObject(UNDONE)
  for (const name of [OPEN_DAY, failed[0]]) {
    expect(ran.stderr).toContain(`FAIL  ${name}: `)
  }
  expect(ran.code).toBe(1)
})
