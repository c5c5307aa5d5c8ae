import { expect, test } from 'vitest'
import { moveCoins } from '#testing/chain/move-coins.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { setLimits } from '#testing/player/limited-player.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

test('exports all stored data of a player, without secrets', async () => {
  const player = await server.newPlayer()
  const { client, id, username } = player
  await setLimits(player, { dailyStake: 500 })
  const gift = { type: 'grant', gameType: null } as const
  await moveCoins(
    server,
    id,
    Array.from({ length: 1_500 }, () => gift),
  )
  const flip = await flipCoin(client, 10)
  const { headers, text, body } = await client.get('/api/user/data')
  expect(headers.get('Content-Disposition')).toContain('my-data.json')
  expect(body).toMatchObject({
    account: { id, username, hasPassword: true, balance: flip.balance },
    limits: { dailyStake: 500 },
    clientSeeds: [{ userId: id }],
    deposits: [],
    sessions: [{ expires: expect.any(String) }],
  })
  const { transactions } = Object(body)
  expect(transactions.length).toBeGreaterThanOrEqual(1_502)
  const bets = transactions.filter((row: { bet?: object }) => row.bet)
  expect(bets).toMatchObject([
    {
      id: flip.transactionId,
      amount: -10,
      bet: { id: flip.transactionId, payout: flip.payout, stake: 10 },
    },
  ])
  expect(text).not.toContain('argon2')
  expect(text).not.toContain(client.cookie?.split('=')[1])
})
