import { randomUUID } from 'node:crypto'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { slots } from '#core/games/slots/slots.ts'
import { type Coins, coins, MAX_COINS } from '#core/money/coins.ts'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import { provenRecord } from '#testing/player/proven-record.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { freeBankroll } from '../../ledger/ledger.service.ts'

const server = await openTestServer()
const { service: ledger } = server.modules.ledger
await server.platform.db.transaction((tx) => ledger.topUpHouse(tx, 100_000_000))
const here = await server.startApi()
const elsewhere = await server.startApi()

const PATH = '/api/games/slot'
/** Hits once in a hundred spins, so that a seed is found quickly. */
const HIGH = coins(10_000)
const LOW = coins(1)

function hits(draws: Draws, betAmount = HIGH): boolean {
  return slots.jackpot.isHit(slots.start({ betAmount }, draws))
}

type Spin = { betAmount: Coins; key?: string }

async function spin(
  { id: userId }: TestPlayer,
  { betAmount, key }: Spin,
): Promise<string> {
  const request = key ? { id: key, text: `spin of ${betAmount}` } : undefined
  const move = { start: { betAmount } }
  const { service: rounds } = here.modules.rounds
  return (await rounds.play({ userId, game: slots, move, request })).text
}

function parseAnswer(text: string | undefined): SlotAnswer {
  return slotAnswer.parse(JSON.parse(text ?? ''))
}

async function richPlayer(balance = 1_000_000): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await ledger.grant(player.id, balance - 1_000)
  return { ...player, client: player.client.at(here.origin) }
}

async function playerWho(
  isWanted: (draws: Draws, later: Draws) => boolean,
): Promise<TestPlayer> {
  const player = await richPlayer()
  await chooseNextRound(server, player, isWanted)
  return player
}

async function pot(): Promise<number> {
  return (await ledger.totals()).jackpot
}

test('adds a hundredth of every stake to the pot, in whole coins', async () => {
  const player = await richPlayer()
  const before = await pot()
  for (const stake of [60, 40, 99, 1, 150]) {
    await spin(player, { betAmount: coins(stake) })
  }
  // 1, 1 and 1.5: the half waits for another half.
  expect(await pot()).toBe(before + 3)
  await spin(player, { betAmount: coins(50) })
  expect(await pot()).toBe(before + 4)
})

test('pays the whole pot once, and seeds the next with 10000 coins', async () => {
  const player = await playerWho((draws) => hits(draws))
  const before = await pot()
  const key = { 'Idempotency-Key': randomUUID() }
  const bet = () => player.client.post(PATH, { betAmount: HIGH }, key)
  const first = await bet()
  const answer = slotAnswer.parse(first.body)
  expect(answer).toMatchObject({
    isWin: true,
    payout: before,
    jackpotWin: before,
    balance: 1_000_000 - HIGH + before,
    actions: [{ action: 'jackpot', pot: before }],
  })
  // The spin's own share goes to the next pot.
  const after = 10_000 + HIGH / 100
  expect(await pot()).toBe(after)
  const { gameData } = await provenRecord(server, answer.transactionId)
  expect(gameData.actions).toEqual(answer.actions)

  const seed = { clientSeed: 'set since', epoch: 0 }
  await player.client.put('/api/fairness/client-seed', seed)
  await flipCoin(player.client)
  expect((await bet()).text).toBe(first.text)
  expect(await pot()).toBe(after)
})

test('pays two pots for concurrent hits at two processes', async () => {
  const players = [
    await playerWho((draws) => hits(draws)),
    await playerWho((draws) => hits(draws)),
  ]
  const before = await pot()
  const answers = await Promise.all(
    players.map(({ client }, index) =>
      client
        .at([here, elsewhere][index]?.origin ?? '')
        .post(PATH, { betAmount: HIGH }),
    ),
  )
  const won = answers.map(({ body }) => slotAnswer.parse(body).jackpotWin)
  const later = 10_000 + HIGH / 100
  expect(won.toSorted((a, b) => a - b)).toEqual([later, before])
  expect(await pot()).toBe(later)
})

test('refuses a spin, before its draws, whose pot would exceed the largest balance', async () => {
  const player = await richPlayer(MAX_COINS - 5_000)
  const { status, body } = await player.client.post(PATH, { betAmount: 100 })
  await ledger.reset(player.id)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'balance_limit' })
})

test('counts spins before and after a concurrent hit once each', async () => {
  const player = await playerWho(
    (draws, later) => !hits(draws, LOW) && hits(later),
  )
  const key = randomUUID()
  const bets = [{ betAmount: LOW }, { betAmount: HIGH, key }]
  const again = [{ betAmount: HIGH, key }, { betAmount: LOW }]
  const texts = await Promise.all(
    [...bets, ...again].map((one) => spin(player, one)),
  )
  expect(texts[1]).toBe(texts[2])
  const spins = [texts[0], texts[1], texts[3]].map(parseAnswer)
  expect(spins.map(({ nonce }) => nonce)).toEqual([0, 1, 2])
  expect(spins.map(({ jackpotWin }) => jackpotWin > 0)).toEqual([
    false,
    true,
    false,
  ])
})

describe('while the pot is locked', () => {
  /** Times out if the request needs the pot. */
  async function withoutPot<T>(send: () => Promise<T>): Promise<T> {
    const free = await openTransaction(
      server.pool,
      'SELECT FROM global_stats WHERE id = 0 FOR UPDATE',
    )
    const answer = await send()
    await free()
    return answer
  }

  async function winsPot(player: TestPlayer): Promise<void> {
    const { jackpotWin } = parseAnswer(await spin(player, { betAmount: HIGH }))
    expect(jackpotWin).toBeGreaterThan(0)
  }

  test('delays a hit', async () => {
    const player = await playerWho((draws) => hits(draws))
    const won = await withoutPot(async () => {
      const win = winsPot(player)
      await eventually(async () =>
        expect(await waitingForLocks(server.pool)).toBe(1),
      )
      return [win]
    })
    await Promise.all(won)
  })

  test('answers a repeated spin without waiting, though the next seed hits', async () => {
    const player = await richPlayer()
    const earlier = { betAmount: HIGH, key: randomUUID() }
    const answer = await spin(player, earlier)
    await chooseNextRound(server, player, (draws) => hits(draws))
    // Drops the snapshot, so that the process reads the new seed.
    await spin(player, earlier)
    expect(await withoutPot(() => spin(player, earlier))).toBe(answer)
    await winsPot(player)
  })
})

/** Loses high spins until the pot is well above its seed. */
async function fillPot(): Promise<void> {
  const player = await richPlayer(11_000_000)
  const betAmount = coins(500_000)
  for (let times = 0; times < 10; times += 1) {
    await chooseNextRound(
      server,
      player,
      (draws) => slots.start({ betAmount }, draws).outcome?.payout === 0,
    )
    await spin(player, { betAmount })
  }
}

test('counts a pot once that was won after another spin of the batch', async () => {
  await fillPot()
  const player = await playerWho((draws, later) => !hits(draws) && hits(later))
  const other = await richPlayer(1_000_000_000)
  // Allows one more read of the ledger.
  const reading = vi.spyOn(here.modules.ledger.service, 'totals')
  onTestFinished(() => reading.mockRestore())
  await eventually(() => expect(reading).toHaveBeenCalledTimes(2))
  reading.mockRejectedValue(new Error('not now'))
  const spins = [LOW, HIGH].map((betAmount) => spin(player, { betAmount }))
  expect(parseAnswer((await Promise.all(spins))[1]).jackpotWin).toBeGreaterThan(
    0,
  )
  const { body } = await placeFlip(other.client, 900_000_000)
  const cost = Math.ceil(Object(body).largestStake * 0.98)
  expect(cost).toBeLessThanOrEqual(freeBankroll(await ledger.totals()))
})
