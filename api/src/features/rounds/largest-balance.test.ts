import { expect, test } from 'vitest'
import type { Draws } from '#core/fairness/draws.ts'
import { blackjack } from '#core/games/blackjack/blackjack.ts'
import { legalChoices } from '#core/games/blackjack/blackjack-table.ts'
import { coinFlip } from '#core/games/coin-flip/coin-flip.ts'
import { coins, MAX_COINS } from '#core/money/coins.ts'
import { transactions } from '#core/schemas/transaction.ts'
import { chooseNextRound } from '#testing/player/chosen-seed.ts'
import { flipCoin, placeFlip } from '#testing/player/flip-coin.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()
const CARDS = '/api/games/blackjack'

/** What a flip of 1 coin on heads pays back. */
function payoutOf(draws: Draws): number {
  const bet = { betAmount: coins(1), choice: 'heads' } as const
  return coinFlip.start(bet, draws).outcome.payout
}

async function fillUp(player: TestPlayer, balance: number): Promise<void> {
  const before = (await server.features.auth.service.currentUser(player.id))
    .balance
  await server.features.ledger.service.grant(player.id, balance - before)
}

async function playerWith(balance: number): Promise<TestPlayer> {
  const player = await server.newPlayer()
  await fillUp(player, balance)
  return player
}

/** Others would find no room in what the house's accounts can hold. */
async function reset({ client }: TestPlayer): Promise<void> {
  const answer = await client.post('/api/user/reset-balance')
  expect(answer.body).toMatchObject({ balance: 1_000 })
}

test.each([0, 2])(
  'a full balance takes no bet that could win, and it makes no difference that it would pay %i',
  async (payout) => {
    const player = await playerWith(MAX_COINS)
    await chooseNextRound(server, player, (draws) => payoutOf(draws) === payout)
    const refused = await placeFlip(player.client, 1)
    expect(refused.status, refused.text).toBe(409)
    expect(refused.body).toMatchObject({ code: 'balance_limit' })
    const { balance } = await server.features.auth.service.currentUser(
      player.id,
    )
    expect(balance).toBe(MAX_COINS)
    await reset(player)
  },
)

test('a win fills a balance to its last coin, and a reset takes all but 1000 of it', async () => {
  const player = await playerWith(MAX_COINS - 1)
  await chooseNextRound(server, player, (draws) => payoutOf(draws) === 2)
  expect(await flipCoin(player.client, 1)).toMatchObject({ balance: MAX_COINS })
  await reset(player)
  const { body } = await player.client.get('/api/transactions?type=reset')
  expect(transactions.parse(body)).toMatchObject([
    { amount: 1_000 - MAX_COINS, balanceAfter: 1_000 },
  ])
})

test('bets at once on a nearly full balance are each taken or refused', async () => {
  const player = await playerWith(MAX_COINS - 60)
  const answers = await Promise.all(
    Array.from({ length: 40 }, () => placeFlip(player.client, 9)),
  )
  const taken = answers.filter(({ status }) => status === 200).length
  expect(taken).toBeGreaterThan(0)
  for (const { status, body } of answers) {
    if (status === 200) continue
    expect(status).toBe(409)
    expect(body).toMatchObject({ code: 'balance_limit' })
  }
  await reset(player)
})

test('a hand whose win has no room any more waits, and is played on when there is room', async () => {
  const player = await server.newPlayer()
  await chooseNextRound(server, player, (draws) => {
    const position = blackjack.start({ betAmount: coins(10) }, draws)
    return legalChoices(position).includes('split')
  })
  const act = (body: object) => player.client.post(CARDS, body)
  expect((await act({ action: 'deal', betAmount: 10 })).status).toBe(200)
  await fillUp(player, MAX_COINS)
  for (const action of ['split', 'stand']) {
    const refused = await act({ action })
    expect(refused.status, refused.text).toBe(409)
    expect(refused.body).toMatchObject({ code: 'balance_limit' })
  }
  await reset(player)
  const split = await act({ action: 'split' })
  expect(split.body).toMatchObject({ step: 1, balance: 990 })
})
