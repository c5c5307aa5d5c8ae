import { expect, test } from 'vitest'
import {
  epochCommitments,
  type FairnessState,
  fairnessState,
} from '#core/api/fairness.ts'
import { EPOCH_SIZE, epochTree } from '#core/fairness/epoch.ts'
import { hashServerSeed } from '#core/fairness/server-seed.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import type { Answer, TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const { clock, advance } = testClock()
const server = await openTestServer({ clock })
const { service: rounds } = server.modules.rounds

async function readState(client: TestClient): Promise<FairnessState> {
  return fairnessState.parse((await client.get('/api/fairness')).body)
}

function setSeed(
  client: TestClient,
  clientSeed: string,
  epoch = 0,
): Promise<Answer> {
  return client.put('/api/fairness/client-seed', { clientSeed, epoch })
}

async function readSeed(id: string): Promise<string> {
  return (await provenRecord(server, id)).clientSeed
}

test('shows a new player a root over the commitments of 1024 rounds', async () => {
  const { client, id } = await server.newPlayer()
  const state = await readState(client)
  expect(state).toMatchObject({
    player: id,
    epoch: 0,
    nonce: 0,
    clientSeedBy: 'server',
    rootPublishedAt: clock().toISOString(),
  })
  expect(state.next).toBeUndefined()

  const answer = await client.get('/api/fairness/commitments?epoch=0')
  const { commitments, ...epoch } = epochCommitments.parse(answer.body)
  const { root } = state
  expect(epoch).toEqual({ player: id, epoch: 0, root, firstNonce: 0 })
  const tree = epochTree(nativeHashes, { player: id, epoch: 0 }, commitments)
  expect(tree.root).toBe(state.root)
  expect(new Set(commitments).size).toBe(EPOCH_SIZE)
  for (const commitment of commitments.slice(0, 3)) {
    expect((await readState(client)).nextServerSeedHash).toBe(commitment)
    const { serverSeed, serverSeedHash } = await flipCoin(client)
    expect(serverSeedHash).toBe(commitment)
    expect(hashServerSeed(nativeHashes, serverSeed)).toBe(commitment)
  }
})

test('reveals nothing of a seed before its round', async () => {
  const { client } = await server.newPlayer()
  const shown = [
    await client.get('/api/fairness'),
    await client.get('/api/fairness/commitments?epoch=0'),
  ].map(({ text }) => text)
  const { serverSeed } = await flipCoin(client)
  expect(shown.join()).not.toContain(serverSeed)
})

test("uses a player's seed from the next round on, and not for earlier rounds", async () => {
  const { client } = await server.newPlayer()
  const { clientSeed: first } = await readState(client)
  const before = await flipCoin(client)
  advance(1)
  const answer = await setSeed(client, 'my own seed')
  expect(answer.status).toBe(200)
  expect(fairnessState.parse(answer.body)).toMatchObject({
    nonce: 1,
    clientSeed: 'my own seed',
    clientSeedBy: 'player',
    clientSeedSetAt: clock().toISOString(),
  })
  const after = await flipCoin(client)
  expect([before.clientSeed, after.clientSeed]).toEqual([first, 'my own seed'])
  await setSeed(client, 'yet another')
  expect(await readSeed(before.transactionId)).toBe(first)
  expect(await readSeed(after.transactionId)).toBe('my own seed')
})

test('uses the last of many concurrent seeds, and one of them in each round', async () => {
  const { client } = await server.newPlayer()
  const seeds = Array.from({ length: 10 }, (_, index) => `seed ${index}`)
  const [, flips] = await Promise.all([
    Promise.all(seeds.map((seed) => setSeed(client, seed))),
    Promise.all(seeds.map(() => flipCoin(client))),
  ])
  for (const { transactionId, clientSeed } of flips) {
    expect(await readSeed(transactionId)).toBe(clientSeed)
  }
  const { clientSeed } = await readState(client)
  expect((await flipCoin(client)).clientSeed).toBe(clientSeed)
})

test('refuses a seed for another player', async () => {
  const [bea, lou] = [await server.newPlayer(), await server.newPlayer()]
  const body = { player: bea.id, clientSeed: 'of bea', epoch: 0 }
  const refused = await lou.client.put('/api/fairness/client-seed', body)
  expectCode(refused, 'forbidden')
  expect((await readState(lou.client)).clientSeedBy).toBe('server')
  const taken = await bea.client.put('/api/fairness/client-seed', body)
  expect(taken.status).toBe(200)
  expect((await readState(bea.client)).clientSeed).toBe('of bea')
})

test.each(['x', 's'.repeat(64), ' !"#$%&\'()*+,-./0129;<=>?@AZ[\\]^_`az{|}~'])(
  'accepts the seed %s unchanged',
  async (seed) => {
    const { client } = await server.newPlayer()
    expect((await setSeed(client, seed)).status).toBe(200)
    const { transactionId, clientSeed } = await flipCoin(client)
    expect(clientSeed).toBe(seed)
    expect(await readSeed(transactionId)).toBe(seed)
  },
)

test('refuses a seed for an unpublished epoch, and shows none of its commitments', async () => {
  const { client } = await server.newPlayer()
  const refused = [await client.get('/api/fairness/commitments?epoch=1')]
  for (const epoch of [1, 2, 7_000_000]) {
    refused.push(await setSeed(client, 'mine', epoch))
  }
  for (const { status, body } of refused) {
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'epoch_unknown' })
  }
  expect((await readState(client)).clientSeedBy).toBe('server')
})

test('a round is weaker if the server could have known both seeds', async () => {
  const { client } = await server.newPlayer()
  const withServersSeed = await flipCoin(client)
  expect(withServersSeed.weaker).toBe(true)
  // The root is published, although this clock is before that time.
  advance(-60_000)
  await setSeed(client, 'younger than the root')
  const strong = await flipCoin(client)
  expect(strong.weaker).toBe(false)
  for (const { transactionId, weaker } of [withServersSeed, strong]) {
    const { gameData } = await provenRecord(server, transactionId)
    expect(gameData.weaker).toBe(weaker)
  }
})

test('players have different secrets', async () => {
  const players = [await server.newPlayer(), await server.newPlayer()]
  const states = await Promise.all(
    players.map(({ client }) => readState(client)),
  )
  expect(new Set(states.map(({ root }) => root)).size).toBe(2)
  expect(new Set(states.map(({ clientSeed }) => clientSeed)).size).toBe(2)
})

async function richPlayer(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await server.modules.ledger.service.grant(player.id, 100_000)
  return player
}

/** Maximum of a player's waiting bets. */
const WAITING_MAX = 128

async function flipCoins(
  { id: userId }: TestPlayer,
  { from = 0, to }: { from?: number; to: number },
) {
  const move = { start: { betAmount: coins(1), choice: 'heads' } as const }
  const flips = []
  for (let nonce = from; nonce < to; nonce += WAITING_MAX) {
    const length = Math.min(WAITING_MAX, to - nonce)
    const answers = await Promise.all(
      Array.from({ length }, () =>
        rounds.play({ userId, game: coinFlip, move, request: undefined }),
      ),
    )
    for (const { text } of answers) {
      flips.push(coinFlipAnswer.parse(JSON.parse(text)))
    }
  }
  return flips
}

test('publishes the next root 128 rounds early, and its seed starts with it', async () => {
  const player = await richPlayer()
  const { client } = player
  advance(1)
  await setSeed(client, 'for epoch 0', 0)

  await flipCoins(player, { to: 1_024 - 129 })
  expect((await readState(client)).next).toBeUndefined()
  await flipCoin(client)
  // Refused although due, since the root is not published yet.
  expectCode(await setSeed(client, 'too early', 1), 'epoch_unknown')
  const { next, root } = await readState(client)
  expect(next).toMatchObject({ epoch: 1 })
  expect(next?.root).not.toBe(root)

  advance(1)
  expect(await setSeed(client, 'for epoch 1', 1)).toMatchObject({
    status: 200,
    body: { clientSeed: 'for epoch 0' },
  })
  await flipCoins(player, { from: 1_024 - 128, to: 1_023 })
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
  expect(await readState(client)).toMatchObject({ epoch: 1, root: next?.root })
  for (const { transactionId } of [last, first]) {
    await provenRecord(server, transactionId)
  }
  const answer = await client.get('/api/fairness/commitments?epoch=1')
  const { firstNonce, commitments } = epochCommitments.parse(answer.body)
  expect(firstNonce).toBe(1_024)
  expect(commitments[0]).toBe(first.serverSeedHash)

  const late = await setSeed(client, 'too late', 0)
  expect(late.body).toMatchObject({ code: 'epoch_unknown' })
})

test('two processes that reach an epoch concurrently publish one root', async () => {
  const other = await server.startApi({ clock })
  const player = await richPlayer()
  const { client, id } = player
  await flipCoins(player, { to: 1_024 - 128 })
  const elsewhere = client.at(other.origin)
  const states = await Promise.all(
    [client, elsewhere, client, elsewhere].map(readState),
  )
  expect(new Set(states.map(({ next }) => next?.root)).size).toBe(1)
  const { rows } = await server.pool.query(
    'SELECT root FROM fairness_epochs WHERE user_id = $1 AND epoch = 1',
    [id],
  )
  expect(rows).toEqual([{ root: states[0]?.next?.root }])
})

test('publishes a root with its epoch unasked; an older seed is weaker there', async () => {
  const player = await richPlayer()
  advance(1)
  await setSeed(player.client, 'kept', 0)
  advance(1)
  const flips = await flipCoins(player, { to: 1_040 })
  for (const [index, { nonce, weaker, clientSeed }] of flips.entries()) {
    expect({ nonce, weaker, clientSeed }).toEqual({
      nonce: index,
      weaker: index >= 1_024,
      clientSeed: 'kept',
    })
  }
  await provenRecord(server, flips[1_024]?.transactionId ?? '')
})

test('publishes the next root in time for a player who never asks for it', async () => {
  const player = await richPlayer()
  await flipCoins(player, { to: 1_024 - 128 })
  const rootOfNext = async () => {
    const { rows } = await server.pool.query(
      'SELECT root FROM fairness_epochs WHERE user_id = $1 AND epoch = 1',
      [player.id],
    )
    return rows[0]?.root
  }
  expect(await rootOfNext()).toBeUndefined()
  await flipCoin(player.client)
  await eventually(async () => expect(await rootOfNext()).toBeDefined())
  expect((await readState(player.client)).next?.root).toBe(await rootOfNext())
})
