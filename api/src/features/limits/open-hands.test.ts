import { expect, test } from 'vitest'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { legalChoices } from '#core/games/blackjack/blackjack-table.ts'
import { coins } from '#core/money/coins.ts'
import { problem } from '#core/schemas/problem.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import {
  expectLimit,
  limitsOf,
  setLimits,
  takeBreak,
} from '#testing/player/limited-player.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const CARDS = '/api/games/blackjack'
const { clock, advance } = testClock(new Date('2026-03-01T06:00:00Z'))
const server = await openTestServer({ clock })
const second = await server.startApi({ clock })

async function act({ client }: TestPlayer, action: string): Promise<void> {
  const answer = await client.post(CARDS, { action })
  expect(answer.status, answer.text).toBe(200)
}

/** A player with a hand of 100 coins that can be doubled. */
async function playerWithHand(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await chooseNextRound(server, player, (draws) => {
    const position = blackjack.start({ betAmount: coins(100) }, draws)
    const legal = legalChoices(position)
    return legal.includes('double') && !legal.includes('insurance')
  })
  const deal = { action: 'deal', betAmount: 100 }
  const dealt = await player.client.post(CARDS, deal)
  expect(dealt.status, dealt.text).toBe(200)
  return player
}

test.each([{ dailyStake: 199 }, { dailyLoss: 199 }])(
  'a double past %j is refused; the hand stays and can be finished',
  async (limits) => {
    const player = await playerWithHand()
    await setLimits(player, limits)
    const before = (await player.client.get(CARDS)).body
    const refused = await player.client.post(CARDS, { action: 'double' })
    expectLimit(refused, { left: 99 })
    expect((await player.client.get(CARDS)).body).toEqual(before)
    await act(player, 'stand')
  },
)

test('a double that fits counts to the day', async () => {
  const player = await playerWithHand()
  await setLimits(player, { dailyStake: 200 })
  await act(player, 'double')
  expect((await limitsOf(player)).today.staked).toBe(200)
  expectLimit(await placeFlip(player.client, 1), { left: 0 })
})

test('what costs nothing passes every limit', async () => {
  const player = await playerWithHand()
  await setLimits(player, { dailyStake: 1, dailyLoss: 1 })
  await act(player, 'stand')
})

test('in a break nothing is started in any process, until it is over', async () => {
  const player = await server.newPlayer()
  const elsewhere = player.client.at(second.origin)
  await flipCoin(elsewhere)
  const until = await takeBreak(player, 90)
  expect(until).toEqual(new Date(clock().getTime() + 90 * 60_000))
  for (const client of [player.client, elsewhere]) {
    const coolOffUntil = until.toISOString()
    const refused = await placeFlip(client, 1)
    expectLimit(refused, { limit: 'coolOff', coolOffUntil })
  }
  advance(90 * 60_000 - 1)
  expectLimit(await placeFlip(elsewhere, 1), { limit: 'coolOff' })
  advance(1)
  await flipCoin(elsewhere)
  expect((await limitsOf(player)).coolOffUntil).toBeNull()
})

test('a break says when it ends', async () => {
  const player = await server.newPlayer()
  const until = (await takeBreak(player, 60)).toISOString()
  const { body } = await placeFlip(player.client, 1)
  expect(problem.parse(body).message).toBe(
    `You are on a break until ${until.slice(0, 10)}, ${until.slice(11, 16)} UTC.`,
  )
})

test('a hand that was open before a break is finished in it, doubled too', async () => {
  const player = await playerWithHand()
  await takeBreak(player, 60)
  await act(player, 'double')
  const deal = { action: 'deal', betAmount: 1 }
  const again = await player.client.post(CARDS, deal)
  expectLimit(again, { limit: 'coolOff' })
})

test('a break can be made longer and not shorter', async () => {
  const player = await server.newPlayer()
  const until = await takeBreak(player, 180)
  expect(await takeBreak(player, 60)).toEqual(until)
  const longer = await takeBreak(player, 240)
  expect(longer.getTime() - until.getTime()).toBe(60 * 60_000)
})
