import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { fairnessState } from '#core/api/fairness.ts'
import { openRecord } from '#core/evidence/round-record.ts'
import { EPOCH_SIZE, getFirstNonce } from '#core/fairness/epoch.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { RESTORE, RESTORE_NOTICE } from '#core/pauses.ts'
import {
  createTestDatabase,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { chooseCards } from '#testing/player/chosen-seed.ts'
import { FLIP_PATH, flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { startTestApi } from '#testing/server/test-api.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { highWaterMark } from './high-water-mark.ts'
import { createRestoresService } from './restores.service.ts'

const REASON = 'The disk of 27 November was lost.'
const PAUSED = {
  status: 503,
  body: { code: 'paused', reason: RESTORE_NOTICE },
}

const folder = mkdtempSync(join(tmpdir(), 'casino-test-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const file = join(folder, 'marks.json')
const { clock } = testClock(new Date('2026-11-27T12:00:00Z'))
const options = { clock, env: { HIGH_WATER_FILE: file } }

/** Copies a database, after its last connection is closed. */
async function copyDatabase({
  url,
  close,
}: TestDatabase): Promise<TestDatabase> {
  await close()
  return createTestDatabase(new URL(url).pathname.slice(1))
}

// Runs an API, copies its database, plays on, then restores the copy.
const original = await createTestDatabase()
const house = await startTestApi(original.url, options)
const player = await newPlayer(house.origin)
const { client } = player
const first = await flipCoin(client)
await chooseCards(house, player, 9, 'K', 5)
const hand = await playHiLo(player, 'start', { betAmount: 10 })
await house.close()
const backup = await copyDatabase(original)
const later = await startTestApi(original.url, options)
const lost = { ...player, client: client.at(later.origin) }
const known: CoinFlipAnswer[] = []
for (let flips = 0; flips < 25; flips += 1) {
  known.push(await flipCoin(lost.client))
}
const lostState = await readState(lost.client)
await later.close()
const server = await openTestServer(options, backup)
const restored = { ...player, client: client.at(server.origin) }

async function readState(one: TestClient) {
  return fairnessState.parse((await one.get('/api/fairness')).body)
}

async function stats() {
  const { body } = await new TestClient(server.origin).get('/api/casino-stats')
  return body
}

test('refuses bets on a restored database', async () => {
  const wins = []
  for (const { result } of known) {
    const bet = { betAmount: 10, choice: result }
    const answer = await restored.client.post(FLIP_PATH, bet)
    if (answer.status === 200) wins.push(answer.body)
  }
  expect(wins).toEqual([])
  expect(await placeFlip(restored.client, 1)).toMatchObject(PAUSED)
})

test('refuses steps of open hands and lists every game as paused', async () => {
  const skip = await restored.client.post('/api/games/hilo/skip')
  expect(skip).toMatchObject(PAUSED)
  expect(await stats()).toMatchObject({
    restore: null,
    paused: expect.arrayContaining(
      ['Blackjack', 'Horse Race', 'Sports Bet'].map((gameType) => ({
        gameType,
        reason: RESTORE_NOTICE,
      })),
    ),
  })
})

test('stays paused after new postings and in other processes', async () => {
  const { service } = server.modules.ledger
  for (const _ of known) await service.grant(player.id, 1)
  const other = await server.startApi({ clock })
  const there = restored.client.at(other.origin)
  expect(await placeFlip(there, 1)).toMatchObject(PAUSED)
  const metrics = await new TestClient(server.origin).get('/metrics')
  expect(metrics.text).toContain('\ndatabase_restored 1\n')
  await other.close()
})

test('serves other requests and raises an operator alarm', async () => {
  expect((await restored.client.get('/api/transactions')).status).toBe(200)
  await provenRecord(server, first.transactionId)
  const operator = await newOperator(server)
  const { body } = await operator.client.get('/api/operator/overview')
  expect(body).toMatchObject({
    alarms: expect.arrayContaining([
      expect.objectContaining({ code: 'database_restored' }),
    ]),
  })
  const resume = { gameType: 'Restore', reason: 'Never mind.' }
  const answer = await operator.client.post('/api/operator/pauses/end', resume)
  expect(answer.status).toBe(400)
})

test('rolls back a settlement that fails halfway', async () => {
  const before = await readState(restored.client)
  const { service } = server.modules.fairness
  const failing = server.platform.db.transaction(async (tx) => {
    await service.renewAll(tx, REASON)
    throw new Error('Killed')
  })
  await expect(failing).rejects.toThrow('Killed')
  expect(await readState(restored.client)).toEqual(before)
  expect(await placeFlip(restored.client, 1)).toMatchObject(PAUSED)
})

test('gives every player unpublished seeds once settled', async () => {
  const operator = await newOperator(server)
  const body = { reason: REASON }
  const answer = await operator.client.post('/api/operator/restores', body)
  expect(answer.status, answer.text).toBe(200)
  const restore = { epoch: expect.any(Number), at: expect.any(String), ...body }
  expect(answer.body).toEqual(restore)
  await eventually(async () =>
    expect(await stats()).toMatchObject({ paused: [], restore: answer.body }),
  )

  const state = await readState(restored.client)
  expect(state).toMatchObject({ restore: answer.body, clientSeedBy: 'server' })
  expect(state.nonce).toBe(getFirstNonce(state.epoch))
  expect(state.nonce).toBeGreaterThan(lostState.nonce + 1_000 * EPOCH_SIZE)
  expect(state.clientSeed).not.toBe(lostState.clientSeed)
  const own = { clientSeed: 'mine again', epoch: state.epoch }
  await restored.client.put('/api/fairness/client-seed', own)
  const flip = await flipCoin(restored.client)
  expect(flip).toMatchObject({ nonce: state.nonce, weaker: false })
  expect(known.map((one) => one.serverSeed)).not.toContain(flip.serverSeed)
  await provenRecord(server, flip.transactionId)
  await provenRecord(server, first.transactionId)
  await flipCoin((await server.newPlayer()).client)
  const log = await operator.client.get('/api/operator/audit-log')
  expect(log.body).toMatchObject({
    actions: expect.arrayContaining([
      expect.objectContaining({ action: 'settle_restore', reason: REASON }),
    ]),
  })
})

test('cashes out earlier hands automatically and refuses other steps', async () => {
  const open = await restored.client.get(`/api/verify/${hand.transactionId}`)
  expect(openRecord.parse(open.body).nonce).toBe(hand.nonce)
  const guess = { choice: 'higher' }
  expect(
    await restored.client.post('/api/games/hilo/play', guess),
  ).toMatchObject({ status: 409, body: { code: 'illegal_action' } })
  const jobs = server.modules.rounds.jobs
  await jobs
    .find(({ name }) => name === 'idle_rounds')
    ?.run(new AbortController().signal)
  const ended = await provenRecord(server, hand.transactionId)
  expect(ended.gameData).toMatchObject({ payout: 10 })
  await playHiLo(restored, 'start', { betAmount: 10 })
})

test('accepts bets after a restart once settled', async () => {
  const api = await server.startApi(options)
  await flipCoin(restored.client.at(api.origin))
  await api.close()
})

test('stores a mark per lineage and never lowers it', async () => {
  const path = join(folder, 'raised.json')
  const [one, other] = [randomUUID(), randomUUID()]
  const marks = highWaterMark(path)
  await marks.raise(one, 7)
  await marks.raise(other, 3)
  await marks.raise(one, 5)
  expect(await marks.readMark(one)).toBe(7)
  expect(await marks.readMark(other)).toBe(3)
  expect(await marks.readMark(randomUUID())).toBe(0)
})

test('refuses to start with a damaged mark', async () => {
  const broken = join(folder, 'broken.json')
  writeFileSync(broken, '{"half')
  const env = { HIGH_WATER_FILE: broken }
  await expect(server.startApi({ env })).rejects.toThrow(broken)
})

test('reports a restore once per anchor missing from the database', async () => {
  const { anchors, fairness, ledger, pauses } = server.modules
  const { db, log } = server.platform
  const contract = {
    instanceId: 1,
    contract: '0x5e' as const,
    nextNumber: async () => next,
  }
  const checked = createRestoresService({
    db,
    file: undefined,
    contract,
    anchors: anchors.service,
    fairness: fairness.service,
    ledger: ledger.service,
    pauses: pauses.service,
    log,
  })
  const isRestoredAt = async (number: number) => {
    next = number
    await checked.checkChain()
    const { isRestored } = pauses.service
    await db.transaction((tx) => pauses.service.resume(RESTORE, tx))
    await pauses.service.follow()
    return isRestored
  }
  let next = 1
  expect(await isRestoredAt(1)).toBe(false)
  expect(await isRestoredAt(5)).toBe(true)
  expect(await isRestoredAt(5)).toBe(false)
  expect(await isRestoredAt(6)).toBe(true)
})
