import { expect, test } from 'vitest'
import { playSummary } from '#core/schemas/play-summary.ts'
import { type Transaction, transactions } from '#core/schemas/transaction.ts'
import { moveCoins } from '#testing/chain/move-coins.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

async function history(client: TestClient, query = ''): Promise<Transaction[]> {
  const answer = await client.get(`/api/transactions${query}`)
  expect(answer.status, answer.text).toBe(200)
  return transactions.parse(answer.body)
}

test('the latest 50 transactions come newest first, and the rest page by page', async () => {
  const { client } = await server.newPlayer()
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
  const { client } = await server.newPlayer()
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
  const { client } = await server.newPlayer()
  let flip = await flipCoin(client, 10)
  while (flip.isWin) flip = await flipCoin(client, 10)
  const [latest] = await history(client)
  expect(latest).toMatchObject({ id: flip.transactionId, type: 'bet' })
})

test('a type or a game narrows the list', async () => {
  const { client } = await server.newPlayer()
  await Promise.all(Array.from({ length: 20 }, () => flipCoin(client)))
  const all = await history(client)
  for (const type of ['bet', 'win', 'grant', 'deposit'] as const) {
    const expected = all.filter((transaction) => transaction.type === type)
    expect(await history(client, `?type=${type}`)).toEqual(expected)
  }
  const flips = await history(client, '?gameType=Coin%20Flip')
  expect(flips).toEqual(all.filter(({ gameType }) => gameType !== null))
  expect(await history(client, '?gameType=Hi-Lo')).toEqual([])
  const [newest] = await history(client, '?type=bet')
  const older = await history(client, `?type=bet&before=${newest?.seq}`)
  expect(older).toHaveLength(19)
})

test('nobody sees the transactions of others', async () => {
  const { client } = await server.newPlayer()
  await flipCoin(client)
  const stranger = await server.newPlayer()
  expect(await history(stranger.client)).toMatchObject([{ type: 'grant' }])
  const visitor = new TestClient(server.origin)
  expect((await visitor.get('/api/transactions')).status).toBe(401)
})

test('a bet says what it cost and brought, an open hand that it is open', async () => {
  const { client } = await server.newPlayer()
  const flip = await flipCoin(client, 10)
  const { payout } = flip
  await client.post('/api/games/hilo/start', { betAmount: 5 })
  const [open, ...before] = await history(client)
  expect(open).toMatchObject({ gameType: 'Hi-Lo', settlement: null })
  const [bet] = before.filter(({ type }) => type === 'bet')
  expect(bet?.settlement).toEqual({ stake: 10, payout })
  const others = before.filter(({ type }) => type !== 'bet')
  expect(others.every(({ settlement }) => settlement === undefined)).toBe(true)
})

test('a bet is found by its id, by its own player alone', async () => {
  const { client } = await server.newPlayer()
  const { transactionId: id } = await flipCoin(client, 10)
  await flipCoin(client, 10)
  expect(await history(client, `?id=${id}`)).toMatchObject([{ id }])
  expect(await history(client, `?id=${id}&gameType=Hi-Lo`)).toEqual([])
  const stranger = await server.newPlayer()
  await flipCoin(stranger.client, 10)
  expect(await history(stranger.client, `?id=${id}`)).toEqual([])
})

test('the summary of a time tells stakes, payouts and bets by game', async () => {
  const { client } = await server.newPlayer()
  const flips = [await flipCoin(client, 10), await flipCoin(client, 30)]
  const payout = flips.reduce((sum, flip) => sum + flip.payout, 0)
  const answer = await client.get('/api/transactions/summary')
  const { games, curve } = playSummary.parse(answer.body)
  expect(games).toEqual([{ gameType: 'Coin Flip', bets: 2, stake: 40, payout }])
  expect(curve.at(-1)?.profit).toBe(payout - 40)
  const later = '?from=2999-01-01T00:00:00Z'
  expect((await client.get(`/api/transactions/summary${later}`)).body).toEqual({
    games: [],
    curve: [],
  })
})

test('an export holds every transaction that is asked for, newest first', async () => {
  const { client, id } = await server.newPlayer()
  const gift = { type: 'grant', gameType: null } as const
  await moveCoins(
    server,
    id,
    Array.from({ length: 2_500 }, () => gift),
  )
  await flipCoin(client, 10)
  const { headers, text } = await client.get('/api/transactions/export')
  expect(headers.get('Content-Type')).toBe('text/csv; charset=utf-8')
  expect(headers.get('Content-Disposition')).toContain('history.csv')
  const [names, ...lines] = text.trimEnd().split('\r\n')
  expect(names).toBe('timestamp,type,gameType,amount,balanceAfter,seq,id')
  const seqs = lines.map((line) => Number(line.split(',')[5]))
  expect(seqs).toEqual(seqs.map((_, at) => seqs.length - at))
  expect(seqs.length).toBeGreaterThanOrEqual(2_502)
  const bets = await client.get('/api/transactions/export?type=bet')
  expect(bets.text.trimEnd().split('\r\n')[1]).toMatch(/,bet,Coin Flip,-10,/)
})

test('nobody sees figures or a file of a player who is signed out', async () => {
  const visitor = new TestClient(server.origin)
  for (const path of ['summary', 'export']) {
    const answer = await visitor.get(`/api/transactions/${path}`)
    expect(answer.status).toBe(401)
  }
})
