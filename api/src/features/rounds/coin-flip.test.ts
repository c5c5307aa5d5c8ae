import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { commitmentOf } from '#core/fairness/server-seed.ts'
import { isProven, verifiedRound } from '#core/fairness/verified-round.ts'
import { fairnessState } from '#core/schemas/fairness.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const server = await openTestServer()

test('every flip pays 1.98 times the stake or nothing, and the balance follows', async () => {
  const { client } = await server.newPlayer()
  let balance = 1_000
  for (let nonce = 0; nonce < 20; nonce += 1) {
    const flip = await flipCoin(client, 50)
    balance += flip.payout - 50
    expect(flip).toMatchObject({
      nonce,
      balance,
      betAmount: 50,
      isWin: flip.result === 'heads',
      payout: flip.result === 'heads' ? 99 : 0,
    })
  }
})

test('each answer reveals the seed behind the hash that was shown before', async () => {
  const { client } = await server.newPlayer()
  const state = fairnessState.parse((await client.get('/api/fairness')).body)
  let shown = state.nextServerSeedHash
  for (let round = 0; round < 5; round += 1) {
    const flip = await flipCoin(client)
    expect(flip.serverSeedHash).toBe(shown)
    expect(commitmentOf(nativeHashes, flip.serverSeed)).toBe(shown)
    expect(flip.clientSeed).toBe(state.clientSeed)
    shown = flip.nextServerSeedHash
  }
})

test('the record of a flip convinces whoever replays it, signed in or not', async () => {
  const { client, id } = await server.newPlayer()
  const flip = await flipCoin(client, 25)
  const visitor = new TestClient(server.origin)
  const answer = await visitor.get(`/api/verify/${flip.transactionId}`)
  expect(answer.status).toBe(200)
  const record = verificationRecord.parse(answer.body)
  const { gameData, ...round } = record
  expect(record).toMatchObject({
    id: flip.transactionId,
    betAmount: 25,
    outcome: flip.isWin ? `Won ${flip.payout} coins` : 'Lost',
    serverSeed: flip.serverSeed,
    nonce: flip.nonce,
  })
  expect(gameData).toMatchObject({ player: id, result: flip.result })
  const verdict = verifiedRound(nativeHashes, { ...round, ...gameData })
  expect(isProven(verdict), JSON.stringify(verdict.checks)).toBe(true)
  expect(gameData.verifiedHash).toBe(gameData.expectedHash)
})

test.each([
  ['an id nobody has', randomUUID()],
  ['no id at all', 'game-1'],
  ['a text that PostgreSQL can not hold', '%00'],
])('%s has no record', async (_what, id) => {
  const answer = await new TestClient(server.origin).get(`/api/verify/${id}`)
  expect(answer.status).toBe(404)
  expect(answer.body).toMatchObject({
    code: 'not_found',
    message: 'Game verification data not found',
  })
})

test('a visitor can not bet', async () => {
  const answer = await placeFlip(new TestClient(server.origin), 1)
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({ code: 'signed_out' })
})

test('a stake above the balance is refused with the balance, and all of it may be bet', async () => {
  const { client } = await server.newPlayer()
  const refused = await placeFlip(client, 1_001)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'insufficient_coins',
    balance: 1_000,
  })
  expect(await flipCoin(client, 1_000)).toMatchObject({ nonce: 0 })
})

test('a win that no balance could hold is refused', async () => {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(
    id,
    Number.MAX_SAFE_INTEGER - 1_000,
  )
  const refused = await placeFlip(client, 10)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'balance_limit' })
})
