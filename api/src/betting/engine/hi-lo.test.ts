import { expect, test } from 'vitest'
import { DAY_MS } from '#core/durations.ts'
import type { Card } from '#core/games/cards.ts'
import { chooseCards } from '#testing/player/chosen-seed.ts'
import { playHiLo } from '#testing/player/hi-lo.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const { clock, advance } = testClock()
const server = await openTestServer({ clock })
const { service: ledger } = server.modules.ledger

const higher = { choice: 'higher' }

async function createPlayer(...values: Card['value'][]): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await chooseCards(server, player, ...values)
  return player
}

test('right guesses grow the winnings, a skip keeps them, a cash-out pays them', async () => {
  const player = await createPlayer(2, 9, 'J')
  expect(await playHiLo(player, 'start', { betAmount: 100 })).toMatchObject({
    gameActive: true,
    balance: 900,
    step: 0,
    accumulatedWinnings: 0,
    legalActions: ['play', 'skip'],
  })
  // 12 of 13 are as high as a 2.
  expect(await playHiLo(player, 'play', { ...higher, step: 0 })).toMatchObject({
    consecutiveWins: 1,
    accumulatedWinnings: 107.25,
  })
  const skipped = await playHiLo(player, 'skip', { step: 1 })
  expect(skipped).toMatchObject({
    gameActive: true,
    currentCard: { value: 'J' },
    step: 2,
    consecutiveWins: 1,
    accumulatedWinnings: 107.25,
    balance: 900,
  })
  const { payout = 0, ...cashed } = await playHiLo(player, 'cashout')
  expect([107, 108]).toContain(payout)
  expect(cashed).toMatchObject({ gameActive: false, balance: 900 + payout })
  await provenRecord(server, cashed.transactionId)
})

test('a wrong guess ends the round with nothing', async () => {
  const player = await createPlayer('Q', 3)
  await playHiLo(player, 'start', { betAmount: 100 })
  const ended = await playHiLo(player, 'play', higher)
  expect(ended).toMatchObject({ gameActive: false, payout: 0, balance: 900 })
  await provenRecord(server, ended.transactionId)
  const { body } = await player.client.get('/api/games/hilo')
  expect(body).toMatchObject({ gameActive: false, currentCard: null })
})

test('reserves the largest payout of an open round until it ends', async () => {
  const player = await createPlayer('K', 'K')
  const { reserved: before } = await ledger.totals()
  for (const [path, body, reserved] of [
    ['start', { betAmount: 100 }, 100],
    ['play', higher, 1_287],
    ['cashout', {}, 0],
  ] as const) {
    await playHiLo(player, path, body)
    expect((await ledger.totals()).reserved).toBe(before + reserved)
  }
})

test('cashes out a round after a week without actions', async () => {
  const [player, waiting] = [await createPlayer(2, 9), await createPlayer(5)]
  await playHiLo(player, 'start', { betAmount: 100 })
  await playHiLo(player, 'play', higher)
  await playHiLo(waiting, 'start', { betAmount: 100 })

  // Moves only the job's clock; the database's stamps the rounds.
  advance(8 * DAY_MS)
  await server.startApi({ clock })
  const readBalance = async ({ id }: TestPlayer) =>
    (await server.modules.auth.service.currentUser(id)).balance
  await eventually(async () => {
    expect([1_007, 1_008]).toContain(await readBalance(player))
    expect(await readBalance(waiting)).toBe(1_000)
  })
})
