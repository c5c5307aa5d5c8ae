import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import { openTransaction } from '#testing/database/open-transaction.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { holdConnections } from '#testing/server/held-connections.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { newId } from '../../platform/ids.ts'
import type { MoveRequest } from './moves.ts'

// One partition, so that all bets share a queue.
const server = await openTestServer({ env: { BET_PARTITIONS: '1' } })
const { betPool } = server.platform
const { service: rounds } = server.modules.rounds

/** Maximum of a player's waiting moves. */
const WAITING_MAX = 128
const TOO_MANY = { code: 'too_many_requests', params: { retryAfter: 1 } }

type Player = { id: string }

async function readText(request: MoveRequest): Promise<string> {
  return (await rounds.play(request)).text
}

function flip({ id: userId }: Player, key?: string): Promise<string> {
  const move = { start: { betAmount: coins(1), choice: 'heads' } as const }
  const request = key ? { id: key, text: 'a flip' } : undefined
  return readText({ userId, game: coinFlip, move, request })
}

function flips(player: Player, count: number): Promise<string>[] {
  return Array.from({ length: count }, () => flip(player))
}

function getNonce(answer: string): number {
  return coinFlipAnswer.parse(JSON.parse(answer)).nonce
}

/** @returns a function that moves the monotonic clock ahead, from the test's start */
function skippingClock(): (ms: number) => void {
  const now = performance.now.bind(performance)
  let skippedMs = 0
  const clock = vi
    .spyOn(performance, 'now')
    .mockImplementation(() => now() + skippedMs)
  onTestFinished(() => clock.mockRestore())
  return (ms) => (skippedMs = ms)
}

test('plays a bet before the queued moves of other players', async () => {
  const players = [await server.newPlayer(), await server.newPlayer()]
  const other = await server.newPlayer()
  let answered = 0
  // A round of hi-lo and skips: each of its moves runs alone.
  const floods = players.flatMap(({ id: userId }) =>
    Array.from({ length: 30 }, (_, index) => {
      const start = { start: { betAmount: coins(1) } }
      const move = index === 0 ? start : { act: { action: 'skip' } }
      return readText({ userId, game: hiLo, move, request: undefined }).finally(
        () => (answered += 1),
      )
    }),
  )
  await flip(other)
  expect(answered).toBeLessThanOrEqual(2)
  await Promise.all(floods)
})

test('limits the waiting moves of a player; a refused one counts once when repeated', async () => {
  const [player, other] = [await server.newPlayer(), await server.newPlayer()]
  const [key, refusedKey] = [randomUUID(), randomUUID()]
  const first = flip(player, key)
  const waiting = flips(player, WAITING_MAX - 1)
  const repeated = [flip(player, key), flip(player, key)]
  await expect(flip(player, refusedKey)).rejects.toMatchObject(TOO_MANY)
  expect(getNonce(await flip(other))).toBe(0)

  const answer = await first
  expect(await Promise.all(repeated)).toEqual([answer, answer])
  const answers = await Promise.all([first, ...waiting])
  expect(answers.map(getNonce)).toEqual([...answers.keys()])
  const later = await flip(player, refusedKey)
  expect(getNonce(later)).toBe(WAITING_MAX)
  expect(await flip(player, refusedKey)).toBe(later)
  expect(await flip(player, key)).toBe(answer)
})

test('a process that was frozen for 8 seconds plays none of its waiting bets', async () => {
  const player = await server.newPlayer()
  const skipTo = skippingClock()
  const old = flip(player)
  skipTo(8_001)
  await expect(old).rejects.toThrow('No coins were taken')
  expect(getNonce(await flip(player))).toBe(0)
})

test('refuses moves after 8 seconds, including those without a batch', async () => {
  const player = await server.newPlayer()
  const away = vi.spyOn(betPool, 'query').mockImplementation(() => {
    throw new Error('away')
  })
  onTestFinished(() => away.mockRestore())
  const skipTo = skippingClock()
  const old = Array.from({ length: 300 }, () => flip({ id: newId() }))
  skipTo(7_000)
  const young = flip(player)
  skipTo(8_001)
  const refused = await Promise.allSettled(old)
  for (const one of refused) {
    expect(one).toMatchObject({
      reason: { message: expect.stringContaining('No coins were taken') },
    })
  }
  away.mockRestore()
  expect(getNonce(await young)).toBe(0)
})

test('a bet rejected by the database takes nothing and fails no other of its batch', async () => {
  const players = await server.newPlayers(5)
  const [bad, ...others] = players
  await server.pool.query(
    `CREATE FUNCTION fail() RETURNS trigger LANGUAGE plpgsql
       AS $$ BEGIN RAISE 'refused' USING ERRCODE = 'check_violation'; END $$;
     CREATE TRIGGER fails BEFORE INSERT ON rounds
       FOR EACH ROW WHEN (NEW.user_id = '${bad?.id}') EXECUTE FUNCTION fail()`,
  )
  const answers = others.map((other) => flip(other))
  await expect(flip(bad ?? expect.fail())).rejects.toThrow()
  expect((await Promise.all(answers)).map(getNonce)).toEqual([0, 0, 0, 0])
  await server.pool.query('DROP FUNCTION fail CASCADE')
  expect(getNonce(await flip(bad ?? expect.fail()))).toBe(0)
})

test('a locked player row delays no other player', async () => {
  const [busy, other] = [await server.newPlayer(), await server.newPlayer()]
  const free = await openTransaction(
    server.pool,
    `SELECT FROM users WHERE id = '${busy.id}' FOR UPDATE`,
  )
  let isAnswered = false
  const waiting = flipCoin(busy.client).finally(() => {
    isAnswered = true
  })
  await flipCoin(other.client)
  expect(isAnswered).toBe(false)
  await free()
  await waiting
})

test('answers a committed bet while a lookup for another fails', async () => {
  const [moved, other] = [await server.newPlayer(), await server.newPlayer()]
  for (const { client } of [moved, other]) await flipCoin(client)
  const elsewhere = await server.startApi()
  // Makes the guard drop this player's next bet, so that its key is looked up.
  await flipCoin(moved.client.at(elsewhere.origin))
  const release = await holdConnections(betPool)
  const key = { 'Idempotency-Key': randomUUID() }
  const dropped = placeFlip(moved.client, 1, key)
  await flipCoin(other.client)
  release()
  expect((await dropped).status).toBe(200)
})
