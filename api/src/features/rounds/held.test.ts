import { expect, test } from 'vitest'
import * as z from 'zod/mini'
import type { Draws } from '#core/fairness/draws.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { cardOf } from '#core/games/cards.ts'
import { coins, JACKPOT_SEED } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer({ env: { HOUSE_REFILL: 'false' } })
const CARDS = '/api/games/blackjack'
const refusal = z.looseObject({ code: z.string(), largestStake: z.int() })

async function richPlayer(
  isWanted: (draws: Draws) => boolean,
): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 1_000_000)
  await chooseNextRound(server, player, isWanted)
  return player
}

function isOpenHand(draws: Draws): boolean {
  return !blackjack.start({ betAmount: coins(10) }, draws).outcome
}

function deal({ client }: TestPlayer, betAmount: number) {
  return client.post(CARDS, { action: 'deal', betAmount })
}

async function largestDeal(player: TestPlayer): Promise<number> {
  const { body } = await deal(player, 1_000_000)
  const { code, largestStake } = refusal.parse(body)
  expect(code).toBe('house_limit')
  return largestStake
}

/** @returns whether the house had anything left to promise. */
async function dealLargest(player: TestPlayer): Promise<boolean> {
  // The house may look at its books between the question and the deal.
  return eventually(async () => {
    const largest = await largestDeal(player)
    if (largest === 0) return false
    expect((await deal(player, largest)).status).toBe(200)
    return true
  })
}

/** A guess that could win 11,870 coins, on a king that another one follows. */
async function guess({ client }: TestPlayer): Promise<unknown> {
  await client.post('/api/games/hilo/start', { betAmount: 1_000 })
  const higher = { choice: 'higher' }
  return (await client.post('/api/games/hilo/play', higher)).body
}

function isTwoKings(draws: Draws): boolean {
  return [0, 1].every((index) => cardOf(draws(index)).value === 'K')
}

test("a player's open hand counts with their guess, and not with others'", async () => {
  const player = await richPlayer(isOpenHand)
  expect((await deal(player, await largestDeal(player))).status).toBe(200)
  await chooseNextRound(server, player, isTwoKings)
  expect(await guess(player)).toMatchObject({
    gameActive: false,
    payout: 1_000,
    actions: [{ action: 'cashout', reason: 'house_limit' }],
  })
  await player.client.post(CARDS, { action: 'stand' })

  const other = await richPlayer(isTwoKings)
  expect(await guess(other)).toMatchObject({ gameActive: true })
  await other.client.post('/api/games/hilo/cashout')
})

test('hands that nobody plays on leave enough of the bankroll to other bets', async () => {
  const { house: coinsOfHouse } = await server.features.ledger.service.totals()
  const bankroll = coinsOfHouse - JACKPOT_SEED
  const idle: TestPlayer[] = []
  for (let hands = 0; hands < 5; hands += 1) {
    const player = await richPlayer(isOpenHand)
    if (!(await dealLargest(player))) break
    idle.push(player)
  }
  expect(idle.length).toBeGreaterThan(1)

  // A third by what the house had before: it has won or lost since it looked.
  const other = await richPlayer(() => true)
  await eventually(() => flipCoin(other.client, Math.floor(bankroll / 3)))
  for (const { client } of idle) {
    const { status } = await client.post(CARDS, { action: 'double' })
    expect(status).toBe(200)
  }
})
