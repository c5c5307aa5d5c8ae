import { expect, test } from 'vitest'
import {
  playSummary,
  type Transaction,
  transactions,
} from '#core/api/history.ts'
import { moveCoins } from '#testing/chain/move-coins.ts'
import { chooseFlip } from '#testing/player/chosen-seed.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { fine, type TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

async function history(client: TestClient, query = ''): Promise<Transaction[]> {
  return transactions.parse(fine(await client.get(`/api/transactions${query}`)))
}

function grantMany(userId: string, count: number): Promise<void> {
  const grant = { type: 'grant', gameType: null } as const
  return moveCoins(
    server,
    userId,
    Array.from({ length: count }, () => grant),
  )
}

test('lists the latest 50 transactions newest first, and the rest page by page', async () => {
  const { client, id } = await server.newPlayer()
  await grantMany(id, 109)
  const all: Transaction[] = []
  let page = await history(client)
  expect(page).toHaveLength(50)
  while (page.length > 0) {
    all.push(...page)
    page = await history(client, `?before=${page.at(-1)?.seq}`)
  }
  const seqs = all.map(({ seq }) => seq)
  expect(seqs).toEqual(Array.from({ length: 110 }, (_, at) => 110 - at))
})

test('lists bets with settlements, and null for open hands', async () => {
  const player = await server.newPlayer()
  const { client } = player
  await chooseFlip(server, player, { isWin: true })
  const won = await flipCoin(client, 50)
  await chooseFlip(server, player, { isWin: false })
  const lost = await flipCoin(client, 50)
  await client.post('/api/games/hilo/start', { betAmount: 5 })
  const flip = { gameType: 'Coin Flip', amount: -50 }
  const grant = { type: 'grant', amount: 1_000, balanceAfter: 1_000 }
  const all = await history(client)
  expect(all).toMatchObject([
    { type: 'bet', gameType: 'Hi-Lo', amount: -5, settlement: null },
    {
      ...flip,
      id: lost.transactionId,
      type: 'bet',
      balanceAfter: 999,
      settlement: { stake: 50, payout: 0 },
    },
    { ...flip, type: 'win', amount: 99, balanceAfter: 1_049 },
    {
      ...flip,
      id: won.transactionId,
      type: 'bet',
      balanceAfter: 950,
      settlement: { stake: 50, payout: 99 },
    },
    grant,
  ])
  for (const { type, settlement } of all) {
    if (type !== 'bet') expect(settlement).toBeUndefined()
  }

  for (const type of ['bet', 'win', 'grant', 'deposit'] as const) {
    const expected = all.filter((transaction) => transaction.type === type)
    expect(await history(client, `?type=${type}`)).toEqual(expected)
  }
  const flips = await history(client, '?gameType=Coin%20Flip')
  expect(flips).toEqual(all.slice(1, 4))
  const [, newest] = await history(client, '?type=bet')
  const older = await history(client, `?type=bet&before=${newest?.seq}`)
  expect(older).toMatchObject([{ id: won.transactionId }])
})

test('finds a bet by id, for its own player only', async () => {
  const { client } = await server.newPlayer()
  const { transactionId: id } = await flipCoin(client, 10)
  await flipCoin(client, 10)
  expect(await history(client, `?id=${id}`)).toMatchObject([{ id }])
  expect(await history(client, `?id=${id}&gameType=Hi-Lo`)).toEqual([])
  const stranger = await server.newPlayer()
  expect(await history(stranger.client, `?id=${id}`)).toEqual([])
  expect(await history(stranger.client)).toMatchObject([{ type: 'grant' }])
})

test('sums up stakes, payouts and bets by game', async () => {
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

test('exports every matching transaction, newest first', async () => {
  const { client, id } = await server.newPlayer()
  await grantMany(id, 2_500)
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
