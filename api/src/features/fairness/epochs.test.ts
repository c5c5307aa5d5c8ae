import { expect, test } from 'vitest'
import { isProven, verifiedRound } from '#core/fairness/verified-round.ts'
import {
  epochCommitments,
  type FairnessState,
  fairnessState,
} from '#core/schemas/fairness.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import type { TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const { clock, advance } = testClock()
const server = await openTestServer({ clock })

async function stateOf(client: TestClient): Promise<FairnessState> {
  return fairnessState.parse((await client.get('/api/fairness')).body)
}

/** Fewer requests than one player may have in flight. */
const FLIPS_AT_ONCE = 64

async function flipCoins(client: TestClient, count: number) {
  const flips: Awaited<ReturnType<typeof flipCoin>>[] = []
  while (flips.length < count) {
    const length = Math.min(count - flips.length, FLIPS_AT_ONCE)
    const batch = Array.from({ length }, () => flipCoin(client))
    flips.push(...(await Promise.all(batch)))
  }
  return flips
}

/** Plays until so many rounds were started. */
async function playUpTo(client: TestClient, nonce: number): Promise<void> {
  await flipCoins(client, nonce - (await stateOf(client)).nonce)
}

async function expectProven(client: TestClient, id: string): Promise<void> {
  const answer = await client.get(`/api/verify/${id}`)
  const { gameData, ...round } = verificationRecord.parse(answer.body)
  const verdict = verifiedRound(nativeHashes, { ...round, ...gameData })
  expect(isProven(verdict), JSON.stringify(verdict.checks)).toBe(true)
}

test('the next root is out 128 rounds early, and its seed begins with it', async () => {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(id, 100_000)
  advance(1)
  const mine = { clientSeed: 'for epoch 0', epoch: 0 }
  await client.put('/api/fairness/client-seed', mine)

  await playUpTo(client, 1_024 - 129)
  expect((await stateOf(client)).next).toBeUndefined()
  await flipCoin(client)
  const { next, root } = await stateOf(client)
  expect(next).toMatchObject({ epoch: 1 })
  expect(next?.root).not.toBe(root)

  advance(1)
  const later = { clientSeed: 'for epoch 1', epoch: 1 }
  const taken = await client.put('/api/fairness/client-seed', later)
  expect(taken.status).toBe(200)
  expect(fairnessState.parse(taken.body).clientSeed).toBe('for epoch 0')

  await playUpTo(client, 1_023)
  const last = await flipCoin(client)
  expect(last).toMatchObject({
    nonce: 1_023,
    clientSeed: 'for epoch 0',
    weaker: false,
  })
  const first = await flipCoin(client)
  expect(first).toMatchObject({
    nonce: 1_024,
    clientSeed: 'for epoch 1',
    weaker: false,
    serverSeedHash: last.nextServerSeedHash,
  })
  expect(await stateOf(client)).toMatchObject({ epoch: 1, root: next?.root })
  await expectProven(client, last.transactionId)
  await expectProven(client, first.transactionId)

  const answer = await client.get('/api/fairness/commitments?epoch=1')
  const { firstNonce, commitments } = epochCommitments.parse(answer.body)
  expect(firstNonce).toBe(1_024)
  expect(commitments[0]).toBe(first.serverSeedHash)
})

test('a seed that comes before its root is refused, also when the root is due', async () => {
  const { client } = await server.newPlayer()
  await playUpTo(client, 1_024 - 128)
  const early = { clientSeed: 'too early', epoch: 1 }
  const refused = await client.put('/api/fairness/client-seed', early)
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ code: 'epoch_unknown' })

  expect((await stateOf(client)).next).toMatchObject({ epoch: 1 })
  const taken = await client.put('/api/fairness/client-seed', early)
  expect(taken.status).toBe(200)
})

test('no seed is taken for an epoch that is over', async () => {
  const { client } = await server.newPlayer()
  await playUpTo(client, 1_024)
  const late = { clientSeed: 'too late', epoch: 0 }
  const refused = await client.put('/api/fairness/client-seed', late)
  expect(refused.body).toMatchObject({ code: 'epoch_unknown' })
})

test('an epoch begins with its root even when nobody asked for it, and an old seed is weaker there', async () => {
  const { client, id } = await server.newPlayer()
  await server.features.ledger.service.grant(id, 100_000)
  advance(1)
  const mine = { clientSeed: 'kept', epoch: 0 }
  await client.put('/api/fairness/client-seed', mine)
  advance(1)
  const flips = await flipCoins(client, 1_100)
  const nonces = flips.map(({ nonce }) => nonce)
  expect(nonces.toSorted((a, b) => a - b)).toEqual([...flips.keys()])
  for (const { nonce, weaker, clientSeed } of flips) {
    expect(clientSeed).toBe('kept')
    expect(weaker).toBe(nonce >= 1_024)
  }
  const begun = flips.find(({ nonce }) => nonce === 1_024)
  await expectProven(client, begun?.transactionId ?? '')
})

test('two APIs that come to an epoch together publish one root', async () => {
  const other = await server.startApi({ clock })
  const { client, id } = await server.newPlayer()
  await playUpTo(client, 1_024 - 128)
  const elsewhere = client.at(other.origin)
  const states = await Promise.all(
    [client, elsewhere, client, elsewhere].map(stateOf),
  )
  expect(new Set(states.map(({ next }) => next?.root)).size).toBe(1)
  const { rows } = await server.pool.query(
    'SELECT root FROM fairness_epochs WHERE user_id = $1 AND epoch = 1',
    [id],
  )
  expect(rows).toEqual([{ root: states[0]?.next?.root }])
})
