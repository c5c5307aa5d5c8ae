import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { hiLo } from '#core/games/hi-lo/hi-lo.ts'
import { coins } from '#core/money/coins.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import type { MoveRequest } from './placed-move.ts'

const server = await openTestServer({ env: { BET_PARTITIONS: '1' } })
const { service: rounds } = server.features.rounds

/** As many moves of a player as may wait. */
const WAITING_MAX = 128

async function textOf(move: MoveRequest): Promise<string> {
  return (await rounds.play(move)).text
}

/** Moves that are placed in the same moment share a batch. */
function flip({ id: userId }: TestPlayer, key?: string): Promise<string> {
  const ask = { start: { betAmount: coins(1), choice: 'heads' } as const }
  const request = key ? { id: key, text: 'a flip' } : undefined
  return textOf({ userId, game: coinFlip, ask, request })
}

function flips(player: TestPlayer, count: number): Promise<string>[] {
  return Array.from({ length: count }, () => flip(player))
}

/** A round of hi-lo with no end of skips: each of its moves runs alone. */
function flood({ id: userId }: TestPlayer): Promise<string>[] {
  const start = { start: { betAmount: coins(1) } }
  const skip = { act: { action: 'skip' } }
  return Array.from({ length: WAITING_MAX }, (_, index) => {
    const ask: MoveRequest['ask'] = index === 0 ? start : skip
    return textOf({ userId, game: hiLo, ask, request: undefined })
  })
}

function nonceOf(answer: string): number {
  return coinFlipAnswer.parse(JSON.parse(answer)).nonce
}

test("nobody's bet waits behind the moves that others have sent before", async () => {
  const [one, two] = [await server.newPlayer(), await server.newPlayer()]
  const other = await server.newPlayer()
  let answered = 0
  const floods = [...flood(one), ...flood(two)].map((move) =>
    move.then(
      () => (answered += 1),
      () => (answered += 1),
    ),
  )
  await flip(other)
  expect(answered).toBeLessThanOrEqual(2)
  await Promise.all(floods)
  expect(answered).toBe(2 * WAITING_MAX)
})

test('one player has only so many moves waiting, and others bet on', async () => {
  const [player, other] = [await server.newPlayer(), await server.newPlayer()]
  const waiting = flips(player, WAITING_MAX)
  await expect(flip(player)).rejects.toMatchObject({
    code: 'too_many_requests',
    details: { retryAfter: 1 },
  })
  expect(nonceOf(await flip(other))).toBe(0)
  const nonces = (await Promise.all(waiting)).map(nonceOf)
  expect(nonces).toEqual(nonces.map((_, index) => index))
  // Of the bet that was refused nothing was taken.
  expect(nonceOf(await flip(player))).toBe(WAITING_MAX)
})

test('a repetition of a move that waits is that move, also when no more may wait', async () => {
  const player = await server.newPlayer()
  const key = randomUUID()
  const first = flip(player, key)
  const others = flips(player, WAITING_MAX - 1)
  const repeated = [flip(player, key), flip(player, key)]
  await expect(flip(player)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  const [answer, ...again] = await Promise.all([first, ...repeated])
  expect(again).toEqual([answer, answer])
  await Promise.all(others)
  expect(await flip(player, key)).toBe(answer)
})

test('a bet that was refused for those before it counts once when it is sent again', async () => {
  const player = await server.newPlayer()
  const key = randomUUID()
  const waiting = flips(player, WAITING_MAX)
  await expect(flip(player, key)).rejects.toMatchObject({
    code: 'too_many_requests',
  })
  await Promise.all(waiting)
  const answer = await flip(player, key)
  expect(nonceOf(answer)).toBe(WAITING_MAX)
  expect(await flip(player, key)).toBe(answer)
})
