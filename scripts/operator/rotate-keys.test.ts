import { randomUUID } from 'node:crypto'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { receiptKeys } from '#core/api/receipts.ts'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import { startScript } from '#testing/process/run-script.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { eventually } from '#testing/server/eventually.ts'
import { findFailure, parseReceipt } from '#testing/server/receipts.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { sealedRaceSeeds } from '../../api/src/betting/races/run/seed-chains.ts'
import { walletKeyBox } from '../../api/src/payments/wallets/wallet-keys.ts'
import { openDatabase } from '../../api/src/platform/db/database.ts'
import { systemEntropy } from '../../api/src/platform/entropy.ts'
import { sealedBox } from '../../api/src/platform/secrets/sealed-box.ts'
import { operatorCommand } from './operator-command.ts'

const OLD = Buffer.from('5e'.repeat(32), 'hex')
const NEW = systemEntropy(32)
const BOTH = `${TEST_SECRETS.MASTER_KEYS},2:${Buffer.from(NEW).toString('hex')}`
const ONLY_NEW = BOTH.split(',').at(-1)

const oldBox = sealedBox(new Map([[1, OLD]]), systemEntropy)
const newBox = sealedBox(new Map([[2, NEW]]), systemEntropy)

const server = await openTestServer()
const { pool } = server
const db = openDatabase(pool)

let DATA_DIR = ''
beforeEach(() => {
  DATA_DIR = testFolder()
  vi.stubEnv('RPC_URL', 'http://127.0.0.1:1')
  vi.stubEnv('DATA_DIR', DATA_DIR)
  vi.stubEnv('DEPLOYMENT_FILE', undefined)
  vi.stubEnv('MASTER_KEYS', BOTH)
})
afterEach(() => void vi.unstubAllEnvs())

const operator = async (...words: string[]) => operatorCommand(words)(db)

/** Counts secrets of a table by the version of their key. */
async function versionsOf(table: string, column: string) {
  const { rows } = await pool.query<{ version: number; count: number }>(
    `SELECT get_byte(${column}, 1) AS version, count(*) FROM ${table}
     GROUP BY 1 ORDER BY 1`,
  )
  return Object.fromEntries(rows.map((row) => [row.version, row.count]))
}

/** More than two batches, in the order in which they are sealed again. */
const KEYS = Array.from({ length: 500 }, (_, at) => ({
  userId: `00000000-0000-4000-8000-${String(at).padStart(12, '0')}`,
  secret: Buffer.from(systemEntropy(32)),
}))

/** One batch is committed, the second waits. */
const HALFWAY = { 1: expect.any(Number), 2: 200 }

const streamContext = (userId: string) => `stream-key:${userId}`

async function storeOldSecrets() {
  for (const { secret, userId } of KEYS) {
    const sealed = oldBox.seal(secret, streamContext(userId))
    const row = [userId, Buffer.from(sealed)]
    await pool.query(
      'INSERT INTO stream_keys (user_id, from_epoch, sealed_key) VALUES ($1, 0, $2)',
      row,
    )
  }
  const wallet = walletKeyBox(oldBox, systemEntropy).make(randomUUID())
  await pool.query(
    `INSERT INTO wallet_keys (id, user_id, address, encrypted_private_key,
       encryption_iv, wrapped_data_key, key_version)
     VALUES (gen_random_uuid(), $1, $2, $3, $4, $5, 1)`,
    [
      wallet.userId,
      wallet.address,
      wallet.encryptedPrivateKey,
      wallet.encryptionIv,
      wallet.wrappedDataKey,
    ],
  )
  const context = sealedRaceSeeds.toContext({ raceNumber: 7 })
  const seed = oldBox.seal(OLD, context)
  await pool.query(
    'INSERT INTO race_seeds (chain_id, race_number, sealed) VALUES (1, 7, $1)',
    [seed],
  )
  return { wallet, context }
}

test('seals everything again while the API plays, also after a kill', async () => {
  const player = await server.newPlayer()
  const first = await flipCoin(player.client)
  const { wallet, context } = await storeOldSecrets()
  const api = await server.startApi({ env: { MASTER_KEYS: BOTH } })
  const client = player.client.at(api.origin)

  const rollBack = await openTransaction(
    pool,
    `SELECT FROM stream_keys WHERE user_id = '${KEYS[300]?.userId}' FOR UPDATE`,
  )
  const { process: killed, ended } = startScript(
    'operator.ts',
    { DATABASE_URL: server.databaseUrl, DATA_DIR, MASTER_KEYS: BOTH },
    ['rotate-master-key'],
  )
  await eventually(async () => {
    expect(await versionsOf('stream_keys', 'sealed_key')).toMatchObject(HALFWAY)
    expect(await waitingForLocks(pool)).toBeGreaterThan(0)
  })
  killed.kill('SIGKILL')
  await ended
  await rollBack()

  const halfway = await versionsOf('stream_keys', 'sealed_key')
  expect(halfway).toMatchObject(HALFWAY)
  await flipCoin(client)
  // Seals under the new key meanwhile.
  await flipCoin((await newPlayer(api.origin)).client)

  const reason = 'A laptop was lost.'
  const done = await operator('rotate-master-key', '--reason', reason)
  expect(done).toContain('Everything is sealed under version 2.')
  expect(await operator('master-keys')).toContain('Version 1 seals nothing.')
  const { rows } = await pool.query(
    'SELECT user_id, sealed_key FROM stream_keys',
  )
  const sealed = new Map(rows.map((row) => [row.user_id, row.sealed_key]))
  for (const { secret, userId } of KEYS) {
    const opened = newBox.open(sealed.get(userId), streamContext(userId))
    expect(secret.equals(opened)).toBe(true)
  }
  const [data] = (await pool.query('SELECT * FROM wallet_keys')).rows
  const moved = { ...wallet, wrappedDataKey: data.wrapped_data_key }
  expect(walletKeyBox(newBox, systemEntropy).open(moved)).toEqual(
    walletKeyBox(oldBox, systemEntropy).open(wallet),
  )
  const [seed] = (await pool.query('SELECT sealed FROM race_seeds')).rows
  expect(OLD.equals(newBox.open(seed.sealed, context))).toBe(true)

  const renewed = await server.startApi({ env: { MASTER_KEYS: ONLY_NEW } })
  const there = player.client.at(renewed.origin)
  await provenRecord(renewed, (await flipCoin(there)).transactionId)
  await provenRecord(renewed, first.transactionId)
  expect(await operator('audit-log')).toContain(reason)
})

test('finds what a process without the new key seals, and seals it again', async () => {
  await operator('rotate-master-key')
  await server.newPlayer()
  expect(await operator('master-keys')).toMatch(/stream keys +1 +1\n/)
  await operator('rotate-master-key')
  expect(await operator('master-keys')).not.toMatch(/stream keys +1 /)
})

test('refuses to rotate without a key that still seals something', async () => {
  await server.newPlayer()
  vi.stubEnv('MASTER_KEYS', ONLY_NEW)
  await expect(operator('rotate-master-key')).rejects.toThrow(
    'MASTER_KEYS lacks version 1, which seals 1 stream keys.',
  )
  vi.stubEnv('MASTER_KEYS', BOTH)
  await operator('rotate-master-key')
})

test('keeps receipts valid after their key is replaced', async () => {
  const api = await server.startApi({ env: { MASTER_KEYS: BOTH } })
  const { client } = await server.newPlayer()
  const there = client.at(api.origin)
  const earlier = parseReceipt(await placeFlip(there, 10))
  const answer = await operator('rotate-receipt-key', '--reason', 'It leaked.')
  const key = /[0-9a-f]{64}/.exec(answer)?.[0]
  await eventually(async () =>
    expect(parseReceipt(await placeFlip(there, 1)).key).toBe(key),
  )
  const later = parseReceipt(await placeFlip(there, 10))
  expect(earlier.key).not.toBe(key)
  for (const receipt of [earlier, later]) {
    expect(await findFailure(there, receipt)).toBeUndefined()
  }
  const published = await there.get('/api/receipts/keys')
  const { keys } = receiptKeys.parse(published.body)
  expect(keys).toMatchObject([
    { key },
    { key: earlier.key, replacedAt: keys[0]?.createdAt },
  ])
})
