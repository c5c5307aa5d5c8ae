import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { placeRaceBetAnswer } from '#core/api/races.ts'
import { coinFlipAnswer } from '#core/games/coin-flip/coin-flip-answer.ts'
import { placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openRacesServer } from '#testing/server/races-server.ts'
import type { Answer } from '#testing/server/test-client.ts'
import { createModules } from '../../modules.ts'
import { freeBankroll } from '../ledger.service.ts'
import { createReceipts } from './receipts.ts'

/** An API whose receipts can't be hashed. */
const server = await openRacesServer({
  open: (platform, config) =>
    createModules(platform, config, {
      createSigning: (on) =>
        createReceipts({ ...on, hashes: { ...on.hashes, sha256: fail } }),
    }),
})

function fail(): never {
  throw new Error('no hash today')
}

function withKey() {
  return { 'Idempotency-Key': randomUUID() }
}

function expectUnsigned({ headers, status, text }: Answer): void {
  expect(status, text).toBe(200)
  expect(headers.get('Receipt')).toBeNull()
}

/** Expects the process and the ledger to agree on the free bankroll. */
async function expectNothingReserved(): Promise<void> {
  const { bankroll } = server.modules.engine
  const { service: ledger } = server.modules.ledger
  await bankroll.follow(() => ledger.totals())
  expect(bankroll.free()).toBe(freeBankroll(await ledger.totals()))
}

function newPlayers(): Promise<TestPlayer[]> {
  return Promise.all([server.newPlayer(), server.newPlayer()])
}

test('answers committed rounds without a receipt when signing fails', async () => {
  for (const player of await newPlayers()) {
    const { client } = player
    const headers = withKey()
    const flip = await placeFlip(client, 10, headers)
    expectUnsigned(flip)
    const { balance } = coinFlipAnswer.parse(flip.body)
    expect(await server.readBalance(player)).toBe(balance)
    const again = await placeFlip(client, 10, headers)
    expectUnsigned(again)
    expect(again.text).toBe(flip.text)
    const start = { betAmount: 100 }
    expectUnsigned(await client.post('/api/games/hilo/start', start))
    expect(await server.readBalance(player)).toBe(balance - 100)
  }
  await expectNothingReserved()
})

test('answers committed race bets without a receipt when signing fails', async () => {
  await server.open()
  const players = await newPlayers()
  const headers = withKey()
  const bet = { horseId: 1, amount: 100 }
  const place = ({ client }: TestPlayer) =>
    client.post('/api/races/place-bet', bet, headers)
  const answers = await Promise.all(players.map(place))
  const repeated = await Promise.all(players.map(place))
  for (const [at, answer] of answers.entries()) {
    expectUnsigned(answer)
    expect(placeRaceBetAnswer.parse(answer.body).balance).toBe(900)
    expectUnsigned(repeated[at] ?? expect.fail())
    expect(repeated[at]?.text).toBe(answer.text)
  }
  await expectNothingReserved()
  await server.run()
})
