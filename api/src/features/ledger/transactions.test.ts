import { expect, test } from 'vitest'
import { type Transaction, transactions } from '#core/schemas/transaction.ts'
import { flipCoin } from '../../testing/flip-coin.ts'
import { TestClient } from '../../testing/test-client.ts'
import { openTestHouse } from '../../testing/test-house.ts'

const house = await openTestHouse()

async function history(client: TestClient, query = ''): Promise<Transaction[]> {
  const answer = await client.get(`/api/transactions${query}`)
  expect(answer.status, answer.text).toBe(200)
  return transactions.parse(answer.body)
}

test('the latest 50 movements come newest first, and the rest page by page', async () => {
  const { client } = await house.newPlayer()
  await Promise.all(Array.from({ length: 70 }, () => flipCoin(client)))
  const all: Transaction[] = []
  let page = await history(client)
  expect(page).toHaveLength(50)
  while (page.length > 0) {
    all.push(...page)
    page = await history(client, `?before=${page.at(-1)?.seq}`)
  }
  const seqs = all.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, index) => seqs.length - index))
  expect(all.filter(({ type }) => type === 'bet')).toHaveLength(70)
})

test('a flip is a bet, and a win when it won, each with the balance behind it', async () => {
  const { client } = await house.newPlayer()
  let flip = await flipCoin(client, 10)
  while (!flip.isWin) flip = await flipCoin(client, 10)
  const [win, bet] = await history(client)
  expect(bet).toMatchObject({
    id: flip.transactionId,
    type: 'bet',
    gameType: 'Coin Flip',
    amount: -10,
    balanceAfter: flip.balance - flip.payout,
  })
  expect(win).toMatchObject({
    type: 'win',
    gameType: 'Coin Flip',
    amount: flip.payout,
    balanceAfter: flip.balance,
  })
})

test('a loss is a bet without a win', async () => {
  const { client } = await house.newPlayer()
  let flip = await flipCoin(client, 10)
  while (flip.isWin) flip = await flipCoin(client, 10)
  const [latest] = await history(client)
  expect(latest).toMatchObject({ id: flip.transactionId, type: 'bet' })
})

test('a type or a game narrows the list', async () => {
  const { client } = await house.newPlayer()
  await Promise.all(Array.from({ length: 20 }, () => flipCoin(client)))
  const all = await history(client)
  for (const type of ['bet', 'win', 'grant', 'deposit'] as const) {
    const expected = all.filter((movement) => movement.type === type)
    expect(await history(client, `?type=${type}`)).toEqual(expected)
  }
  const flips = await history(client, '?gameType=Coin%20Flip')
  expect(flips).toEqual(all.filter(({ gameType }) => gameType !== null))
  expect(await history(client, '?gameType=Hi-Lo')).toEqual([])
  const [newest] = await history(client, '?type=bet')
  const older = await history(client, `?type=bet&before=${newest?.seq}`)
  expect(older).toHaveLength(19)
})

test('nobody sees the movements of others', async () => {
  const { client } = await house.newPlayer()
  await flipCoin(client)
  const stranger = await house.newPlayer()
  expect(await history(stranger.client)).toMatchObject([{ type: 'grant' }])
  const visitor = new TestClient(house.origin)
  expect((await visitor.get('/api/transactions')).status).toBe(401)
})
