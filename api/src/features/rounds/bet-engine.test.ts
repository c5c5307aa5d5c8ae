import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { drawsOf } from '#core/fairness/draws.ts'
import { serverSeedOf } from '#core/fairness/server-seed.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import type { CoinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { FLIP_PATH } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { holdConnections } from '#testing/server/held-connections.ts'
import type { Answer } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const server = await openTestServer()
const second = await server.startApi()

/** Sends the same bet so many times at once, to both processes in turn. */
function inParallel(
  { client }: TestPlayer,
  count: number,
  bet: { betAmount: number; key?: string },
): Promise<Answer[]> {
  const tabs = [client, client.at(second.origin)]
  const { betAmount, key } = bet
  return Promise.all(
    Array.from({ length: count }, (_, index) =>
      (tabs[index % 2] ?? client).post(
        FLIP_PATH,
        { choice: 'heads', betAmount },
        key ? { 'Idempotency-Key': key } : undefined,
      ),
    ),
  )
}

async function transactionsOf({ id }: TestPlayer) {
  const { rows } = await server.pool.query<{
    seq: string
    type: string
    amount: string
    balance_after: string
  }>(
    'SELECT seq, type, amount, balance_after FROM transactions WHERE user_id = $1 ORDER BY seq',
    [id],
  )
  return rows
}

test('200 bets at once on 60 % of one balance, over two processes, are a possible history', async () => {
  const player = await server.newPlayer()
  const answers = await inParallel(player, 200, { betAmount: 600 })
  const taken = answers
    .filter(({ status }) => status === 200)
    .map(({ body }) => body as CoinFlipAnswer)
  const refused = answers.filter(({ status }) => status !== 200)
  expect(taken.length).toBeGreaterThan(0)
  for (const { body } of refused) {
    expect(body).toMatchObject({ code: 'insufficient_coins' })
  }
  const nonces = taken.map(({ nonce }) => nonce).sort((a, b) => a - b)
  expect(nonces).toEqual(nonces.map((_, index) => index))

  let balance = 1_000
  for (const answer of taken.sort((a, b) => a.nonce - b.nonce)) {
    expect(balance).toBeGreaterThanOrEqual(600)
    balance += answer.payout - 600
    expect(answer.balance).toBe(balance)
  }
  if (refused.length > 0) {
    expect(Math.min(...refused.map(shownBalance))).toBeLessThan(600)
  }
})

function shownBalance({ body }: Answer): number {
  return (body as { balance: number }).balance
}

test('one key 50 times at once, over two processes, is one bet with one answer', async () => {
  const player = await server.newPlayer()
  const key = randomUUID()
  const answers = await inParallel(player, 50, { betAmount: 10, key })
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const bets = (await transactionsOf(player)).filter(
    ({ type }) => type === 'bet',
  )
  expect(bets).toHaveLength(1)
})

test('a repetition is answered as before even when the coins are gone', async () => {
  const player = await server.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const bet = { choice: await losingSide(player), betAmount: 900 }
  const first = await player.client.post(FLIP_PATH, bet, key)
  expect(first.body).toMatchObject({ payout: 0, balance: 100 })
  const again = await player.client.post(FLIP_PATH, bet, key)
  expect(again.text).toBe(first.text)
  const elsewhere = player.client.at(second.origin)
  expect((await elsewhere.post(FLIP_PATH, bet, key)).text).toBe(first.text)
})

test('coins from elsewhere count at once, though the snapshot was read before', async () => {
  const player = await server.newPlayer()
  const flip = { choice: 'heads', betAmount: 1 }
  await player.client.post(FLIP_PATH, flip)
  await second.features.ledger.service.grant(player.id, 50_000)
  const large = { choice: 'heads', betAmount: 40_000 }
  expect((await player.client.post(FLIP_PATH, large)).status).toBe(200)
})

test('a new client seed counts from the next bet on, in every process', async () => {
  const player = await server.newPlayer()
  await inParallel(player, 4, { betAmount: 1 })
  await player.client.put('/api/fairness/client-seed', {
    clientSeed: 'mine alone',
    epoch: 0,
  })
  const answers = await inParallel(player, 4, { betAmount: 1 })
  for (const { body } of answers) {
    expect(body).toMatchObject({ clientSeed: 'mine alone', weaker: false })
  }
})

test('a bet that the database refuses fails no other of its batch', async () => {
  const rich = await server.newPlayer()
  const others = await Promise.all(
    Array.from({ length: 8 }, () => server.newPlayer()),
  )
  const choice = await winningSide(rich)
  // The snapshot in this process still says 1000: its win would pass the cap.
  await rich.client.post(FLIP_PATH, { choice: 'heads', betAmount: 1 })
  const next = await winningSide(rich)
  const { balance } = await server.features.auth.service.currentUser(rich.id)
  await second.features.ledger.service.grant(rich.id, MAX_COINS - balance)
  const answers = await Promise.all([
    rich.client.post(FLIP_PATH, { choice: next, betAmount: 10 }),
    ...others.map(({ client }) =>
      client.post(FLIP_PATH, { choice, betAmount: 10 }),
    ),
  ])
  const [refused, ...taken] = answers
  expect(refused?.body).toMatchObject({ code: 'balance_limit' })
  for (const { status } of taken) expect(status).toBe(200)
  await server.features.ledger.service.reset(rich.id)
})

test('a largest stake is told that the house then takes', async () => {
  const player = await server.newPlayer()
  const { service: ledger } = server.features.ledger
  await ledger.grant(player.id, 5_000_000)
  // What the other process has won or lost is counted in now, not in between.
  await server.features.rounds.house.follow(() => ledger.totals())
  const bet = { choice: 'heads', betAmount: 4_000_000 }
  const refused = await player.client.post(FLIP_PATH, bet)
  expect(refused.body).toMatchObject({ code: 'house_limit' })
  const { largestStake } = refused.body as { largestStake: number }
  const above = { ...bet, betAmount: largestStake + 1 }
  expect((await player.client.post(FLIP_PATH, above)).status).toBe(409)
  const fitting = { ...bet, betAmount: largestStake }
  expect((await player.client.post(FLIP_PATH, fitting)).status).toBe(200)
  await server.features.ledger.service.refillHouse()
  // If that bet won, a few coins are left, which would still take a bet of 1:
  // only one that is too large for them tells that the refill was seen.
  const next = { choice: 'heads', betAmount: 1_000 }
  await eventually(async () =>
    expect((await player.client.post(FLIP_PATH, next)).status).toBe(200),
  )
})

test('bets outlive the loss of every database connection, each as one round', async () => {
  const players = await Promise.all(
    Array.from({ length: 6 }, () => server.newPlayer()),
  )
  const bets = players.flatMap(({ client }) =>
    Array.from({ length: 20 }, () => {
      const key = { 'Idempotency-Key': randomUUID() }
      return () =>
        client.post(FLIP_PATH, { choice: 'heads', betAmount: 1 }, key)
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
  const { rows } = await server.pool.query(
    'SELECT count(*)::int AS kept FROM rounds WHERE user_id = ANY($1)',
    [players.map(({ id }) => id)],
  )
  expect(rows[0]).toEqual({ kept: bets.length })
})

test('bets under way are answered before a process closes, later ones refused', async () => {
  const player = await server.newPlayer()
  const leaving = await server.startApi()
  const client = player.client.at(leaving.origin)
  await client.get('/api/user')
  const flips = Array.from({ length: 10 }, () =>
    client.post(FLIP_PATH, { choice: 'heads', betAmount: 1 }),
  )
  await flips[0]
  const closing = leaving.features.rounds.drain()
  for (const { status } of await Promise.all(flips)) {
    expect([200, 503]).toContain(status)
  }
  await closing
  const late = await client.post(FLIP_PATH, { choice: 'heads', betAmount: 1 })
  expect(late.body).toMatchObject({ code: 'unavailable' })
})

/** The side that wins the player's next flip; nobody outside can know it. */
async function winningSide({ id }: TestPlayer): Promise<'heads' | 'tails'> {
  const [standing] = await server.features.fairness.service.standings([id])
  if (!standing) throw new Error('no such player')
  const { streamKey, nonce, clientSeed } = standing
  const serverSeed = serverSeedOf(nativeHashes, streamKey, nonce)
  const seeds = { serverSeed, clientSeed: clientSeed.seed, nonce }
  const draws = drawsOf(nativeHashes, seeds)
  const bet = { choice: 'heads', betAmount: coins(1) } as const
  return coinFlip.start(bet, draws).outcome.payout > 0 ? 'heads' : 'tails'
}

async function losingSide(player: TestPlayer): Promise<'heads' | 'tails'> {
  return (await winningSide(player)) === 'heads' ? 'tails' : 'heads'
}

/** An API with one partition whose batches hold bets of both players. */
async function sharedPartition(players: readonly TestPlayer[]) {
  const api = await server.startApi({ env: { BET_PARTITIONS: '1' } })
  const flips = players.map(({ client }) => {
    const there = client.at(api.origin)
    return () =>
      there.post(
        FLIP_PATH,
        { choice: 'heads', betAmount: 1 },
        { 'Idempotency-Key': randomUUID() },
      )
  })
  for (const flip of flips) expect((await flip()).status).toBe(200)
  return { api, flips }
}

test('a player whose row is taken holds nobody up', async () => {
  const busy = await server.newPlayer()
  const other = await server.newPlayer()
  const { flips } = await sharedPartition([busy, other])
  const holder = await server.pool.connect()
  await holder.query('BEGIN')
  await holder.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [busy.id])

  let isAnswered = false
  const held = flips[0]?.().finally(() => {
    isAnswered = true
  })
  expect((await flips[1]?.())?.status).toBe(200)
  expect(isAnswered).toBe(false)

  await holder.query('ROLLBACK')
  holder.release()
  expect((await held)?.status).toBe(200)
})

test('a kept bet is answered although its neighbour can not be looked up', async () => {
  const moved = await server.newPlayer()
  const other = await server.newPlayer()
  const { api, flips } = await sharedPartition([moved, other])
  // Played elsewhere: the guard drops the next bet and its key is looked up.
  const bet = { choice: 'heads', betAmount: 1 }
  expect((await moved.client.post(FLIP_PATH, bet)).status).toBe(200)
  const release = await holdConnections(api.platform.betPool)

  const dropped = flips[0]?.()
  expect((await flips[1]?.())?.status).toBe(200)

  release()
  expect((await dropped)?.status).toBe(200)
})

test('coins that move beside the games make every snapshot old', async () => {
  const player = await server.newPlayer()
  const version = async () => {
    const { rows } = await server.pool.query<{ snapshot_version: number }>(
      'SELECT snapshot_version FROM users WHERE id = $1',
      [player.id],
    )
    return rows[0]?.snapshot_version ?? Number.NaN
  }
  const first = await version()
  await server.features.ledger.service.grant(player.id, 4_000)
  expect(await version()).toBe(first + 1)
  const reset = await player.client.post('/api/user/reset-balance')
  expect(reset.status).toBe(200)
  expect(await version()).toBe(first + 2)
})
