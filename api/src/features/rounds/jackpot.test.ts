import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test, vi } from 'vitest'
import * as z from 'zod/mini'
import type { Draws } from '#core/fairness/draws.ts'
import { slotAnswer } from '#core/games/slots/slot-answer.ts'
import { slots } from '#core/games/slots/slots.ts'
import { type Coins, coins } from '#core/money/coins.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { FLIP_PATH, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { freeBankroll } from '../ledger/ledger.service.ts'

const server = await openTestServer()
await server.features.ledger.service.topUpHouse(100_000_000)
const here = await server.startApi()

/** Hits one time in a hundred, so that a seed is soon found. */
const HIGH = coins(10_000)
const LOW = coins(1)

const refusal = z.looseObject({ largestStake: z.int() })

function hits(draws: Draws, betAmount = HIGH): boolean {
  return slots.jackpot.isHit(slots.start({ betAmount }, draws))
}

type Spin = { betAmount: Coins; key?: string }

/** Spins that are placed in the same moment share a batch. */
async function spin(
  { id: userId }: TestPlayer,
  { betAmount, key }: Spin,
): Promise<string> {
  const request = key ? { id: key, text: `spin of ${betAmount}` } : undefined
  const ask = { start: { betAmount } }
  const { service: rounds } = here.features.rounds
  return (await rounds.play({ userId, game: slots, ask, request })).text
}

async function rich(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await server.features.ledger.service.grant(player.id, 1_000_000)
  return player
}

/**
 * While somebody else has the pot: who looks for it is not answered in time.
 */
async function withoutPot<T>(ask: () => Promise<T>): Promise<T> {
  const holder = await server.pool.connect()
  await holder.query('BEGIN; SELECT FROM global_stats WHERE id = 0 FOR UPDATE')
  try {
    return await ask()
  } finally {
    await holder.query('ROLLBACK')
    holder.release()
  }
}

async function waiting(): Promise<number> {
  const { rowCount } = await server.pool.query(
    `SELECT FROM pg_stat_activity
     WHERE datname = current_database() AND wait_event_type = 'Lock'`,
  )
  return Number(rowCount)
}

async function winsPot(player: TestPlayer): Promise<void> {
  const answer = JSON.parse(await spin(player, { betAmount: HIGH }))
  expect(slotAnswer.parse(answer).jackpotWin).toBeGreaterThan(0)
}

test('a hit waits for the pot', async () => {
  const player = await rich()
  await chooseNextRound(server, player, (draws) => hits(draws))
  let won = Promise.resolve()
  await withoutPot(async () => {
    won = winsPot(player)
    await eventually(async () => expect(await waiting()).toBe(1))
  })
  await won
})

test('a spin that is sent again does not, though the next seed would hit', async () => {
  const player = await rich()
  const earlier = { betAmount: HIGH, key: randomUUID() }
  const answer = await spin(player, earlier)
  await chooseNextRound(server, player, (draws) => hits(draws))
  // The house hears of the new seed as this one is dropped.
  await spin(player, earlier)
  expect(await withoutPot(() => spin(player, earlier))).toBe(answer)
  await winsPot(player)
})

test('nor does one behind others, though the seed after theirs would hit', async () => {
  const player = await rich()
  const low = { betAmount: LOW, key: randomUUID() }
  const high = { betAmount: HIGH, key: randomUUID() }
  const answers = [await spin(player, low), await spin(player, high)]
  await chooseNextRound(
    server,
    player,
    (draws, later) => !hits(draws) && hits(later),
  )
  await spin(player, low)
  const again = withoutPot(() =>
    Promise.all([spin(player, low), spin(player, high)]),
  )
  expect(await again).toEqual(answers)
  const first = spin(player, { betAmount: LOW })
  await Promise.all([first, winsPot(player)])
})

test('nor does one whose seed was changed elsewhere, though the old one would hit', async () => {
  const player = await rich()
  await chooseNextRound(
    server,
    player,
    (draws, later) => !hits(draws, LOW) && hits(later),
  )
  // From here on this process has the old seed at hand.
  await spin(player, { betAmount: LOW })
  await chooseNextRound(server, player, (draws) => !hits(draws))
  const answer = await withoutPot(() => spin(player, { betAmount: HIGH }))
  expect(slotAnswer.parse(JSON.parse(answer)).jackpotWin).toBe(0)
})

test('nor does a new one behind a repetition, before that is told', async () => {
  const player = await rich()
  const earlier = { betAmount: LOW, key: randomUUID() }
  const answer = await spin(player, earlier)
  await chooseNextRound(
    server,
    player,
    (draws, later) => !hits(draws) && hits(later),
  )
  await spin(player, earlier)
  const spins = [earlier, { betAmount: HIGH }].map((one) => spin(player, one))
  const [again, fresh] = await withoutPot(() => Promise.all(spins))
  expect(again).toBe(answer)
  // It was drawn again behind the repetition, which took no seed.
  expect(slotAnswer.parse(JSON.parse(fresh ?? '')).jackpotWin).toBe(0)
})

test('nor does one whose seed another process has used meanwhile', async () => {
  const player = await rich()
  await chooseNextRound(
    server,
    player,
    (draws, later) => hits(draws) && !hits(later),
  )
  // What is refused leaves the snapshot at hand.
  const dear = spin(player, { betAmount: coins(2_000_000) })
  await expect(dear).rejects.toMatchObject({ code: 'insufficient_coins' })
  const flip = { betAmount: 1, choice: 'heads' }
  expect((await player.client.post(FLIP_PATH, flip)).status).toBe(200)
  const answer = await withoutPot(() => spin(player, { betAmount: HIGH }))
  expect(slotAnswer.parse(JSON.parse(answer)).jackpotWin).toBe(0)
})

test('spins behind a hit of the same moment count behind it', async () => {
  const player = await rich()
  await chooseNextRound(
    server,
    player,
    (draws, later) => !hits(draws, LOW) && hits(later),
  )
  const stakes = [LOW, HIGH, LOW, LOW]
  const answers = await Promise.all(
    stakes.map((betAmount) => spin(player, { betAmount })),
  )
  const spins = answers.map((text) => slotAnswer.parse(JSON.parse(text)))
  expect(spins.map(({ nonce }) => nonce)).toEqual([0, 1, 2, 3])
  expect(spins.map(({ jackpotWin }) => jackpotWin > 0)).toEqual([
    false,
    true,
    false,
    false,
  ])
})

/** Spins high, and loses, until the pot is well above what a new one holds. */
async function fillPot(): Promise<void> {
  const player = await rich()
  const betAmount = coins(500_000)
  await server.features.ledger.service.grant(player.id, 10_000_000)
  for (let times = 0; times < 10; times += 1) {
    await chooseNextRound(
      server,
      player,
      (draws) => slots.start({ betAmount }, draws).outcome?.payout === 0,
    )
    await spin(player, { betAmount })
  }
}

/** Lets the process see its books once more, and never again. */
async function stopReading(): Promise<void> {
  const reading = vi.spyOn(here.features.ledger.service, 'totals')
  onTestFinished(() => reading.mockRestore())
  await eventually(() => expect(reading).toHaveBeenCalledTimes(2))
  reading.mockRejectedValue(new Error('not now'))
}

test('the house counts a pot once that it has paid behind another spin', async () => {
  await fillPot()
  const player = await rich()
  const other = await rich()
  await server.features.ledger.service.grant(other.id, 1_000_000_000)
  await chooseNextRound(
    server,
    player,
    (draws, later) => !hits(draws) && hits(later),
  )
  await stopReading()
  await Promise.all([spin(player, { betAmount: LOW }), winsPot(player)])
  const { body } = await placeFlip(other.client.at(here.origin), 900_000_000)
  const { largestStake } = refusal.parse(body)
  const totals = await server.features.ledger.service.totals()
  // A win costs the house 0.98 of the stake, rounded up.
  const cost = Math.ceil(largestStake * 0.98)
  expect(cost).toBeLessThanOrEqual(freeBankroll(totals))
})
