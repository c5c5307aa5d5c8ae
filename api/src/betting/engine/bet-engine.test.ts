import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import {
  type CoinFlipAnswer,
  coinFlipAnswer,
} from '#core/games/coin-flip/coin-flip-answer.ts'
import { chooseCards, chooseDeal } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const second = await server.startApi()
const HI_LO = '/api/games/hilo'
const CARDS = '/api/games/blackjack'

function atBoth({ client }: TestPlayer) {
  return [client, client.at(second.origin)] as const
}

async function flipAtBoth(player: TestPlayer, count: number, stake: number) {
  const [here, there] = atBoth(player)
  const answers = await Promise.all(
    Array.from({ length: count }, (_, index) =>
      placeFlip(index % 2 ? there : here, stake),
    ),
  )
  const isTaken = ({ status }: { status: number }) => status === 200
  return {
    taken: answers
      .filter(isTaken)
      .map(({ body }): CoinFlipAnswer => coinFlipAnswer.parse(body))
      .sort((a, b) => a.nonce - b.nonce),
    refused: answers.filter((answer) => !isTaken(answer)),
  }
}

test('80 concurrent bets of 60 % of a balance, at two processes, form a valid history', async () => {
  const player = await server.newPlayer()
  const { taken, refused } = await flipAtBoth(player, 80, 600)
  expect(taken.length).toBeGreaterThan(0)
  expect(taken.map(({ nonce }) => nonce)).toEqual([...taken.keys()])
  let balance = 1_000
  for (const flip of taken) {
    expect(balance).toBeGreaterThanOrEqual(600)
    balance += flip.payout - 600
    expect(flip.balance).toBe(balance)
  }
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'insufficient_coins' })
  }
  const shown = refused.map(({ body }) => Object(body).balance)
  if (refused.length > 0) expect(Math.min(...shown)).toBeLessThan(600)
})

test('counts a grant immediately, though another process cached the balance', async () => {
  const player = await server.newPlayer()
  await flipCoin(player.client)
  await second.modules.ledger.service.grant(player.id, 50_000)
  await flipCoin(player.client, 40_000)
})

test('uses a new client seed from the next bet on in every process', async () => {
  const player = await server.newPlayer()
  await flipAtBoth(player, 4, 1)
  const seed = { clientSeed: 'mine alone', epoch: 0 }
  await player.client.put('/api/fairness/client-seed', seed)
  const { taken } = await flipAtBoth(player, 4, 1)
  expect(taken).toHaveLength(4)
  for (const flip of taken) {
    expect(flip).toMatchObject({ clientSeed: 'mine alone', weaker: false })
  }
})

test('drops a step decided before another one, though the nonce is the same', async () => {
  const player = await server.newPlayer()
  await chooseCards(server, player, 7)
  const [here, there] = atBoth(player)
  await here.post(`${HI_LO}/start`, { betAmount: 10 })
  expect((await there.post(`${HI_LO}/skip`, { step: 0 })).status).toBe(200)
  const next = await here.post(`${HI_LO}/skip`, { step: 1 })
  expect(next.body).toMatchObject({ step: 2 })
  // The other process has cached the earlier state.
  expectCode(await there.post(`${HI_LO}/skip`, { step: 1 }), 'illegal_action', {
    state: { step: 2 },
  })
  const { rows } = await server.pool.query(
    'SELECT jsonb_array_length(actions) AS steps FROM open_rounds WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ steps: 2 }])
})

test('counts and pays a step once that two processes get concurrently', async () => {
  const player = await server.newPlayer()
  await chooseDeal(server, player, (legal) => legal === 'hit,stand,double')
  const [here, there] = atBoth(player)
  await here.post(CARDS, { action: 'deal', betAmount: 10 })
  const double = { action: 'double', step: 0 }
  const answers = await Promise.all([
    here.post(CARDS, double),
    there.post(CARDS, double),
  ])
  const [taken, refused] = answers.sort((a, b) => a.status - b.status)
  expectCode(refused, 'illegal_action')
  expect(taken?.status).toBe(200)
  const { payout } = Object(taken?.body)
  const user = await here.get('/api/user')
  expect(user.body).toMatchObject({ balance: 980 + payout })
})

test('plays each bet as one round although all database connections are lost', async () => {
  const players = await server.newPlayers(4)
  const bets = players.flatMap(({ client }) =>
    Array.from({ length: 12 }, () => {
      const key = { 'Idempotency-Key': randomUUID() }
      return () => placeFlip(client, 1, key)
    }),
  )
  const playing = bets.map((send) => send())
  await server.pool.query(
    'SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE pid <> pg_backend_pid() AND datname = current_database()',
  )
  const first = await Promise.all(playing)
  const again = await Promise.all(bets.map((send) => send()))
  for (const [index, { status, text }] of again.entries()) {
    expect(status, text).toBe(200)
    if (first[index]?.status === 200) expect(text).toBe(first[index].text)
    else expect(first[index]?.status).toBe(503)
  }
  const { rowCount } = await server.pool.query(
    'SELECT FROM rounds WHERE user_id = ANY($1)',
    [players.map(({ id }) => id)],
  )
  expect(rowCount).toBe(bets.length)
})
