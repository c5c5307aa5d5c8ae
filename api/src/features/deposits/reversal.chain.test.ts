import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  depositsOf,
} from '#testing/chain/chain-server.ts'
import {
  MINUTE_MS,
  openReversalServer,
  payAlike,
} from '#testing/chain/reversal-server.ts'

const REVERSED = 'The chain undid it, and its coins were taken back.'

const { server, credited, openAudit, stopLeading } = await openReversalServer()
const { chain } = server

test('a credit is taken back once it was seen to be dropped three times over two minutes', async () => {
  const { undo, now } = await credited()
  const look = await openAudit()
  await undo()
  await look(0)
  await look(MINUTE_MS)
  await look(MINUTE_MS - 1)
  expect(await balanceOf(now())).toBe(6_000)
  await look(1)
  expect(await depositsOf(now())).toMatchObject([
    { status: 'reversed', confirmations: 0, coins: 5_000, reason: REVERSED },
  ])
  expect(await balanceOf(now())).toBe(1_000)
  const { body } = await now().client.get('/api/transactions')
  expect(body).toMatchObject([
    { type: 'reversal', amount: -5_000, balanceAfter: 1_000 },
    { type: 'deposit', amount: 5_000 },
    { type: 'grant' },
  ])
  await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(1_000)
})

test('what is on the chain again is credited again, on the same row', async () => {
  const { player, undo, now } = await credited()
  const [before] = await depositsOf(now())
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(1_000)

  await payAlike(chain, player.wallet)
  await chain.mine(4)
  await look(MINUTE_MS)
  expect(await depositsOf(now())).toMatchObject([{ status: 'reversed' }])
  await chain.mine(1)
  await look(MINUTE_MS)
  await stopLeading()
  await depositOnce(now(), { id: before?.id, status: 'confirmed' })
  expect(await balanceOf(now())).toBe(6_000)
})

test('a credit whose payment moved to another block stays, and moves along', async () => {
  const { player, undo, now } = await credited()
  const look = await openAudit()
  await undo()
  await look(0)
  const { blockHash } = await payAlike(chain, player.wallet)
  await chain.mine(5)
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(6_000)
  const { rows } = await server.pool.query(
    'SELECT block_hash FROM crypto_deposits WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ block_hash: blockHash }])
})
