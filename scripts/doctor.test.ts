import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { generatePrivateKey } from 'viem/accounts'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { assert } from '#core/assert.ts'
import { HOUR_MS } from '#core/durations.ts'
import { chainEnv } from '#testing/chain/chain-server.ts'
import { SAMPLE_DEPLOYMENT } from '#testing/chain/sample-deployment.ts'
import { startChain } from '#testing/chain/started-chain.ts'
import { createTestDatabase, runOn } from '#testing/database/test-database.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import { runScript } from '#testing/process/run-script.ts'
import { eventually } from '#testing/server/eventually.ts'
import { startTestApi } from '#testing/server/test-api.ts'
import { parseConfig } from '../api/src/config.ts'
import { makeLogger } from '../api/src/platform/logger.ts'
import { chainChecks } from './doctor/chain-checks.ts'
import { databaseChecks } from './doctor/database-checks.ts'
import type { Finding } from './doctor/finding.ts'

const chain = await startChain()
const { url, pool, close } = await createTestDatabase()
const folder = mkdtempSync(join(tmpdir(), 'casino-test-'))
const dataDir = join(folder, 'data')
const markFile = join(folder, 'marks.json')
const env = {
  ...chainEnv(chain),
  DATABASE_URL: url,
  DATA_DIR: dataDir,
  HIGH_WATER_FILE: markFile,
  SESSION_SECRET: 'Ooz3hohZ9ahTh4ooyeiNgu5Eloo0eiqu',
  MASTER_KEYS: `1:${'0123456789abcdef'.repeat(2)}${'5e6f70819a2b3c4d'.repeat(2)}`,
}
const api = await startTestApi(url, { env })
const { client } = await newPlayer(api.origin)
await client.post('/api/wallet/generate')
await eventually(async () => {
  const { rows } = await pool.query('SELECT FROM wallet_registrations')
  expect(rows).toHaveLength(1)
})
await api.modules.ledger.service.grant(
  (await pool.query('SELECT id FROM users')).rows[0].id,
  5,
)
await api.modules.restores.service.checkFile()
await api.close()
await runOn(url, 'DELETE FROM process_reports')
afterAll(async () => {
  await close()
  await chain.stop()
  rmSync(folder, { recursive: true })
})
afterEach(() => void vi.restoreAllMocks())

/** Runs the command, and returns its exit code and the marks of its checks. */
async function doctor(changed: NodeJS.ProcessEnv = {}) {
  const ran = await runScript('doctor.ts', ['--json'], { ...env, ...changed })
  const lastLine = ran.stdout.trim().split('\n').at(-1) ?? ''
  const { findings }: { findings: Finding[] } = JSON.parse(lastLine)
  const checksWith = (mark: Finding['mark']) =>
    findings.filter((one) => one.mark === mark).map(({ check }) => check)
  const toText = (name: string) =>
    findings.find(({ check }) => check === name)?.text
  return { ...ran, checksWith, toText }
}

test('finds nothing wrong with a healthy product', async () => {
  const { code, checksWith, stdout } = await doctor()
  expect(checksWith('fail')).toEqual([])
  // The role of tests is a superuser.
  expect(checksWith('warn')).toEqual(['roles'])
  expect(checksWith('skip')).toEqual(['backup', 'site', 'traces', 'alarms'])
  expect(stdout).toMatch(/^ok {4}wallet keys/m)
  expect(code).toBe(0)
})

test('names faults of keys, contracts, files and triggers', async () => {
  const { rows } = await pool.query('SELECT id FROM seed_lineages')
  writeFileSync(markFile, JSON.stringify({ [rows[0].id]: 1_000 }))
  await runOn(url, 'ALTER TABLE transactions DISABLE TRIGGER append_only')
  await runOn(url, 'UPDATE global_stats SET chain_balance = chain_balance + 1')
  const job = { name: 'bankroll', lastSuccessAt: null, failuresInRow: 3 }
  const report = { jobs: [job], nodes: [], indexerLag: null }
  await pool.query(
    'INSERT INTO process_reports (process_id, at, report) VALUES ($1, now(), $2)',
    [randomUUID(), report],
  )
  const { code, checksWith, toText } = await doctor({
    MASTER_KEYS: `1:${'5e'.repeat(32)}`,
    OPERATOR_PRIVATE_KEY: generatePrivateKey(),
    SESSION_SECRET: 'a'.repeat(32),
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://127.0.0.1:1',
  })
  expect(checksWith('fail')).toEqual([
    'triggers',
    'ledger',
    'contracts',
    'operator gas',
    'stream keys',
    'wallet keys',
    'receipt key',
    'high-water file',
    'traces',
    'alarms',
  ])
  expect(toText('triggers')).toContain('transactions.append_only')
  expect(toText('alarms')).toContain('The job bankroll is failing')
  expect(toText('contracts')).toContain('rotate-owner')
  expect(checksWith('warn')).toEqual(['roles', 'secret strength'])
  expect(code).toBe(1)
})

test('names contracts that the chain lacks, and nodes without their keys', async () => {
  const file = join(folder, 'elsewhere.json')
  const { registry } = SAMPLE_DEPLOYMENT
  writeFileSync(file, JSON.stringify({ ...chain.deployment, registry }))
  const lost = await doctor({ DEPLOYMENT_FILE: file })
  expect(lost.checksWith('fail')).toContain('contracts')

  const silent = await doctor({ RPC_URL: 'http://127.0.0.1:1/secret-key' })
  expect(silent.checksWith('fail')).toContain('chain')
  expect(silent.stdout + silent.stderr).not.toContain('secret-key')
})

test('stops at an invalid configuration and at a missing database', async () => {
  const invalid = await doctor({ SESSION_SECRET: 'short' })
  expect(invalid.checksWith('fail')).toEqual(['configuration'])
  expect(invalid.toText('configuration')).toContain('SESSION_SECRET')
  const away = await doctor({
    DATABASE_URL: 'postgres://casino:hidden-password@127.0.0.1:1/casino',
    RPC_URL: '',
  })
  expect(away.checksWith('fail')).toEqual(['database'])
  expect(away.stdout).not.toContain('hidden-password')
})

test('compares its clock with those of the database and the chain', async () => {
  const now = Date.now()
  const { deposits } = parseConfig(env)
  assert(deposits !== undefined, 'the chain is configured')
  const marks = async () => {
    const database = await databaseChecks(pool, { url, isOwn: false })
    const nodes = await chainChecks(deposits, makeLogger('silent'))
    return [...database, ...nodes].flatMap(({ check, mark }) =>
      check.endsWith('clock') ? mark : [],
    )
  }
  await chain.mine(1)
  expect(await marks()).toEqual(['ok', 'ok'])
  vi.spyOn(Date, 'now').mockImplementation(() => now + HOUR_MS)
  expect(await marks()).toEqual(['fail', 'fail'])
})

test('distinguishes missing migrations from those of another release', async () => {
  await runOn(url, `DELETE FROM drizzle.__drizzle_migrations WHERE id = 7`)
  const older = await doctor()
  expect(older.toText('migrations')).toMatch(/^1 of \d+ missing$/)
  await runOn(
    url,
    `INSERT INTO drizzle.__drizzle_migrations (hash, created_at) VALUES ('', 1)`,
  )
  const newer = await doctor()
  expect(newer.toText('migrations')).toContain('of another release')
  // Its tables may differ, so nothing else is read.
  expect(newer.checksWith('ok')).not.toContain('disk')
})
