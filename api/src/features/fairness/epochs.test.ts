import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins } from '#core/money/coins.ts'
import {
  epochCommitments,
  type FairnessState,
  fairnessState,
} from '#core/schemas/fairness.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import type { TestClient } from '#testing/server/test-client.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const { clock, advance } = testClock()
const server = await openTestServer({ clock })
const { service: rounds } = server.features.rounds

async function newPlayer(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 100_000)
  return player
}

async function stateOf(client: TestClient): Promise<FairnessState> {
  return fairnessState.parse((await client.get('/api/fairness')).body)
}

function setSeed(client: TestClient, clientSeed: string, epoch: number) {
  return client.put('/api/fairness/client-seed', { clientSeed, epoch })
}

/** As many bets of a player as may wait. */
const WAITING_MAX = 128

/** Plays from the nonce `from` up to `to`, as fast as batches are committed. */
async function flipCoins(
  { id: userId }: TestPlayer,
  { from = 0, to }: { from?: number; to: number },
) {
  const ask = { start: { betAmount: coins(1), choice: 'heads' } as const }
  const flips = []
  for (let nonce = from; nonce < to; nonce += WAITING_MAX) {
    const length = Math.min(WAITING_MAX, to - nonce)
    const answers = await Promise.all(
      Array.from({ length }, () =>
        rounds.play({ userId, game: coinFlip, ask, request: undefined }),
      ),
    )
    for (const { text } of answers) {
      flips.push(coinFlipAnswer.parse(JSON.parse(text)))
    }
  }
  return flips
}

test('the next root is out 128 rounds early, and its seed begins with it', async () => {
  const player = await newPlayer()
  const { client } = player
  advance(1)
  await setSeed(client, 'for epoch 0', 0)

  await flipCoins(player, { to: 1_024 - 129 })
  expect((await stateOf(client)).next).toBeUndefined()
  await flipCoin(client)
  // Due, and yet refused: the player has not been shown the root.
  expect(await setSeed(client, 'too early', 1)).toMatchObject({
    status: 409,
    body: { code: 'epoch_unknown' },
  })
  const { next, root } = await stateOf(client)
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
  expect(await stateOf(client)).toMatchObject({ epoch: 1, root: next?.root })
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

test('two processes that come to an epoch together publish one root', async () => {
  const other = await server.startApi({ clock })
  const player = await newPlayer()
  const { client, id } = player
  await flipCoins(player, { to: 1_024 - 128 })
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

test('an epoch begins with its root though no one asked for it, and an old seed is weaker there', async () => {
  const player = await newPlayer()
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
