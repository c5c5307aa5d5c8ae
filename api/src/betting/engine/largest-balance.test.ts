import { expect, onTestFinished, test } from 'vitest'
import { transactions } from '#core/api/history.ts'
import { MAX_COINS } from '#core/money/coins.ts'
import {
  chooseCards,
  chooseDeal,
  chooseFlip,
} from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { expectCode } from '#testing/server/expect-refusal.ts'
import type { Answer } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const { service: ledger } = server.modules.ledger

/** Keeps the sum of balances within the range of the ledger's accounts. */
function reset({ id }: TestPlayer): Promise<unknown> {
  return ledger.reset(id)
}

async function createPlayer(balance: number): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await ledger.grant(player.id, balance - 1_000)
  onTestFinished(() => reset(player).then(() => undefined))
  return player
}

function expectFull(answer: Answer): void {
  expectCode(answer, 'balance_limit')
}

test.each([true, false])(
  'refuses bets on a full balance: %s',
  async (isWin) => {
    const player = await createPlayer(MAX_COINS)
    await chooseFlip(server, player, { isWin })
    expectFull(await placeFlip(player.client, 1))
    const { body } = await player.client.get('/api/user')
    expect(body).toMatchObject({ balance: MAX_COINS })
  },
)

test('a win can fill a balance, and a reset takes all but 1000 coins', async () => {
  const player = await createPlayer(MAX_COINS - 98)
  await chooseFlip(server, player, { isWin: true })
  expectFull(await placeFlip(player.client, 102))
  const flip = await flipCoin(player.client, 100)
  expect(flip).toMatchObject({ payout: 198, balance: MAX_COINS })
  await reset(player)
  const { body } = await player.client.get('/api/transactions?type=reset')
  expect(transactions.parse(body)).toMatchObject([
    { amount: 1_000 - MAX_COINS, balanceAfter: 1_000 },
  ])
})

test('accepts or refuses each concurrent bet on a nearly full balance', async () => {
  const player = await createPlayer(MAX_COINS - 60)
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => placeFlip(player.client, 9)),
  )
  const refused = answers.filter(({ status }) => status !== 200)
  expect(refused.length).toBeLessThan(answers.length)
  refused.forEach(expectFull)
})

test('continues a hand once its win fits the balance again', async () => {
  const player = await server.newPlayer()
  const act = (body: object) => player.client.post('/api/games/blackjack', body)
  await chooseDeal(server, player, (legal) => legal.includes('split'))
  expect((await act({ action: 'deal', betAmount: 10 })).status).toBe(200)
  await ledger.grant(player.id, MAX_COINS - 990)
  for (const action of ['split', 'stand']) expectFull(await act({ action }))
  await reset(player)
  const split = await act({ action: 'split' })
  expect(split.body).toMatchObject({ step: 1, balance: 990 })
})

test('refuses a guess whose win exceeds the largest balance, and the round goes on', async () => {
  const stake = 8_000_000_000_000_000
  const player = await createPlayer(stake + 1_000)
  await chooseCards(server, player, 7, 'K')
  const post = (path: string, body: object) =>
    player.client.post(`/api/games/hilo/${path}`, body)
  expect((await post('start', { betAmount: stake })).status).toBe(200)
  expectFull(await post('play', { choice: 'higher' }))
  const { body } = await player.client.get('/api/games/hilo')
  expect(body).toMatchObject({ gameActive: true, actions: [] })
})
