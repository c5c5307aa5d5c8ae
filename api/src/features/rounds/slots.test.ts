import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { type SlotAnswer, slotAnswer } from '#core/games/slots/slot-answer.ts'
import { slots } from '#core/games/slots/slots.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { verificationRecord } from '#core/schemas/verification-record.ts'
import { verifiedRecord } from '#core/schemas/verified-record.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { nativeHashes } from '../../platform/native-hashes.ts'

const server = await openTestServer()
// Enough for stakes that soon hit; the APIs below know of it from their start.
await server.features.ledger.service.topUpHouse(10_000_000)
const first = await server.startApi()
const second = await server.startApi()

const PATH = '/api/games/slot'
/** A stake that hits one time in a hundred, so that a seed is soon found. */
const STAKE = coins(10_000)

async function spin({ client }: TestPlayer, betAmount: number) {
  const answer = await client.post(PATH, { betAmount })
  expect(answer.status, answer.text).toBe(200)
  return slotAnswer.parse(answer.body)
}

async function newPlayer(): Promise<TestPlayer> {
  const player = await server.newPlayer()
  return { ...player, client: player.client.at(first.origin) }
}

async function pot(): Promise<number> {
  const { rows } = await server.pool.query<{ pot: string }>(
    'SELECT sum(jackpot) AS pot FROM global_stats',
  )
  return Number(rows[0]?.pot)
}

/** A player with coins, whose next spin of a stake hits the jackpot. */
async function luckyPlayer(
  betAmount = STAKE,
  granted = 1_000_000,
): Promise<TestPlayer> {
  const player = await newPlayer()
  await server.features.ledger.service.grant(player.id, granted)
  await chooseNextRound(server, player, (draws) => {
    const position = slots.start({ betAmount }, draws)
    return slots.jackpot?.isHit(position) === true
  })
  return player
}

async function proven({ transactionId }: SlotAnswer) {
  const { client } = await server.newPlayer()
  const { body } = await client.get(`/api/verify/${transactionId}`)
  const record = verificationRecord.parse(body)
  const { checks, isAsShown } = verifiedRecord(nativeHashes, record)
  expect({ ...checks, isAsShown }).toEqual({
    commitment: true,
    epoch: true,
    replay: true,
    isAsShown: true,
  })
  return record
}

test('a spin pays what its lines say, and its record proves it', async () => {
  const player = await newPlayer()
  let balance = 1_000
  for (let nonce = 0; nonce < 10; nonce += 1) {
    const answer = await spin(player, 20)
    const lines = answer.winningLines.map(({ payout }) => payout)
    expect(answer.payout).toBe(lines.reduce((sum, one) => sum + one, 0))
    balance += answer.payout - 20
    expect(answer).toMatchObject({ nonce, balance, isWin: answer.payout > 0 })
    await proven(answer)
  }
})

test('a hundredth of every stake goes into the pot, in whole coins once they are whole', async () => {
  const player = await newPlayer()
  const before = await pot()
  for (const stake of [60, 40, 99, 1, 150]) await spin(player, stake)
  // 1, 1 and 1.5: the half waits for another half.
  expect(await pot()).toBe(before + 3)
  await spin(player, 50)
  expect(await pot()).toBe(before + 4)
})

test('the jackpot pays the whole pot, which starts again with 10000 from the house', async () => {
  const player = await luckyPlayer()
  const before = await pot()
  const answer = await spin(player, STAKE)
  expect(answer).toMatchObject({
    isWin: true,
    payout: before,
    jackpotWin: before,
    balance: 1_001_000 - STAKE + before,
    actions: [{ action: 'jackpot', pot: before }],
  })
  expect(answer.grid.flat()).toEqual(Array.from({ length: 15 }, () => 'BTC'))
  expect(answer.winningLines).toHaveLength(5)
  // Its own hundredth is the new pot's.
  expect(await pot()).toBe(10_000 + STAKE / 100)
  const { gameData } = await proven(answer)
  expect(gameData.actions).toEqual(answer.actions)
})

test('a spin and a jackpot are told again byte for byte, whatever came since', async () => {
  const player = await luckyPlayer()
  // The second stake is small: a large one hits once in a hundred times.
  const again = [STAKE, 20].map((betAmount) => {
    const headers = { 'Idempotency-Key': randomUUID() }
    return () => player.client.post(PATH, { betAmount }, headers)
  })
  const first = []
  for (const ask of again) first.push((await ask()).text)
  const seed = { clientSeed: 'set since', epoch: 0 }
  await player.client.put('/api/fairness/client-seed', seed)
  await spin(player, 20)
  const later = []
  for (const ask of again) later.push((await ask()).text)
  expect(later).toEqual(first)
  expect(first[0]).toContain('"action":"jackpot"')
  expect(first[1]).not.toContain('"action":"jackpot"')
})

test('two players who hit at once, at two processes, get two pots', async () => {
  const players = await Promise.all([luckyPlayer(), luckyPlayer()])
  const before = await pot()
  const answers = await Promise.all(
    players.map(({ client }, index) =>
      (index === 0 ? client : client.at(second.origin)).post(PATH, {
        betAmount: STAKE,
      }),
    ),
  )
  const won = answers.map(({ body }) => slotAnswer.parse(body).jackpotWin)
  const later = 10_000 + STAKE / 100
  expect(won.sort((a, b) => a - b)).toEqual([later, before])
  expect(await pot()).toBe(later)
})

test('a spin is refused when a balance could not hold the pot, whatever it draws', async () => {
  const balance = MAX_COINS - 5_000
  const player = await luckyPlayer(coins(100), balance - 1_000)
  const { status, body } = await player.client.post(PATH, { betAmount: 100 })
  await server.features.ledger.service.reset(player.id)
  expect(status).toBe(409)
  expect(body).toMatchObject({ code: 'balance_limit' })
})

test('a jackpot between other bets of one player counts once, and they count too', async () => {
  const player = await luckyPlayer()
  const key = { 'Idempotency-Key': randomUUID() }
  const bets = [STAKE, STAKE, 10, 10]
  const answers = await Promise.all(
    bets.map((betAmount, index) =>
      player.client.post(PATH, { betAmount }, index < 2 ? key : undefined),
    ),
  )
  const spins = answers.map(({ body }) => slotAnswer.parse(body))
  expect(new Set(spins.map(({ nonce }) => nonce))).toEqual(new Set([0, 1, 2]))
  expect(answers[0]?.text).toBe(answers[1]?.text)
})
