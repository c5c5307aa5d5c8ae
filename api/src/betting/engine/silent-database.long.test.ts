import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { slots } from '#core/games/slots/slots.ts'
import { coins } from '#core/money/coins.ts'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { FLIP_PATH, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

function holdCommits(): Promise<() => Promise<void>> {
  return openTransaction(server.pool, 'LOCK TABLE rounds IN SHARE MODE')
}

async function findRounds({ id }: TestPlayer): Promise<number | null> {
  const rounds = 'SELECT FROM rounds WHERE user_id = $1'
  return (await server.pool.query(rounds, [id])).rowCount
}

test('refuses a bet in time whose commit hangs, and counts it once', async () => {
  const player = await server.newPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const bet = { choice: 'heads', betAmount: 1 }
  const flip = () => player.client.post(FLIP_PATH, bet, key)
  const goOn = await holdCommits()

  const refused = await flip()

  expectCode(refused, 'unavailable', {
    message: expect.stringContaining('with the same Idempotency-Key'),
  })

  await goOn()
  expect((await flip()).status).toBe(200)
  expect(await findRounds(player)).toBe(1)
})

test('refuses a bet in time whose session lookup hangs', async () => {
  const player = await server.newPlayer()
  const { origin } = await server.startApi()
  await openTransaction(
    server.pool,
    'LOCK TABLE session IN ACCESS EXCLUSIVE MODE',
  )
  const { status, body } = await placeFlip(player.client.at(origin), 1)
  expect(status).toBe(503)
  expect(body).toMatchObject({ code: 'unavailable' })
})

test('never reports an unconfirmed bet as not taken', async () => {
  const player = await server.newPlayer()
  const goOn = await holdCommits()
  const flip = placeFlip(player.client, 1)
  await eventually(async () =>
    expect(await waitingForLocks(server.pool)).toBeGreaterThan(0),
  )
  await server.pool.query(
    "INSERT INTO game_pauses (game_type) VALUES ('Coin Flip')",
  )

  const { status, body } = await flip

  await goOn()
  await eventually(async () => expect(await findRounds(player)).toBe(1))
  expect(status).toBe(503)
  expect(body).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('may have counted'),
  })
})

test('a jackpot that times out on a locked partition leaves no lock and is won at the next try', async () => {
  const player = await server.newPlayer()
  const bet = { betAmount: coins(1_000) }
  await chooseNextRound(server, player, (draws) =>
    slots.jackpot.isHit(slots.start(bet, draws)),
  )
  const spin = () => player.client.post('/api/games/slot', bet)
  const free = await openTransaction(
    server.pool,
    'SELECT FROM global_stats WHERE id = 63 FOR UPDATE',
  )

  const refused = await spin()

  expect(refused.body).toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('No coins were taken'),
  })
  // A grant needs the first partition.
  await eventually(async () =>
    expect(await waitingForLocks(server.pool)).toBe(0),
  )
  await server.modules.ledger.service.grant(player.id, 5)
  await free()
  expect((await spin()).body).toMatchObject({
    nonce: 0,
    jackpotWin: 10_000,
    balance: 10_005,
  })
})
