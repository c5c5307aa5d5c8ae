import { parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/durations.ts'
import {
  depositOnce,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import { behind, down, type Fault } from '#testing/chain/faulty-node.ts'
import { openReversalServer } from '#testing/chain/reversal-server.ts'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'

const server = await openReversalServer()
const { chain, credited, createAudit, other } = server

test.each<[string, Fault]>([
  ['is down', down],
  ['has not come as far', behind(100)],
])('nothing is taken back while one node %s', async (_name, fault) => {
  const { player, undo } = await credited()
  const audit = createAudit()
  other.inject(fault)
  await audit(0)
  await undo()
  await audit(...Array(5).fill(MINUTE_MS))
  expect(await readBalance(player)).toBe(6_000)
})

test('leaves a payment credited once after a concurrent reversal and recheck', async () => {
  const { player, undo } = await credited()
  const audit = createAudit()
  await undo()
  await audit(MINUTE_MS, MINUTE_MS)
  const locked = `SELECT FROM users WHERE id = '${player.id}' FOR UPDATE`
  const release = await openTransaction(server.pool, locked)
  const reversing = audit(MINUTE_MS)
  await expect.poll(() => waitingForLocks(server.pool)).toBeGreaterThan(0)
  const { transactionHash: txHash } = await chain.payAlike(player.wallet)
  await chain.mine(5)
  const recheck = () => player.client.post('/api/wallet/recheck', { txHash })
  const rechecking = recheck()
  await release()
  await Promise.all([reversing, rechecking])
  await recheck()
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  expect(await readBalance(player)).toBe(6_000)
})

test('reverses a payment that fails in its new block', async () => {
  const player = await server.newDepositor()
  const { client, payer } = chain
  const id = await client.snapshot()
  const { write } = chain.token(chain.deployment.tokens.GUMBY)
  const nonce = await client.getTransactionCount({ address: payer })
  const fees = {
    ...chain.as(payer),
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  }
  const amount = parseEther('10000')
  const transfer = () =>
    write.transfer([player.wallet, amount], { ...fees, nonce: nonce + 1 })
  await write.faucet([amount], { ...fees, nonce })
  const first = await transfer()
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 10_000 })
  const audit = createAudit()
  await client.revert({ id })

  // Without the faucet's tokens before it, the same transfer reverts.
  await client.sendTransaction({ ...fees, nonce, to: payer })
  await chain.withoutMining(async () => {
    expect(await transfer()).toBe(first)
    await chain.mine(10)
  })
  await audit(0, MINUTE_MS, MINUTE_MS)
  expect(await readDeposits(player)).toMatchObject([{ status: 'reversed' }])
  expect(await readBalance(player)).toBe(1_000)
})

test('absorbs spent coins of a reversal, and recovers them when the payment is back', async () => {
  const { player, undo } = await credited()
  await player.client.post('/api/user/reset-balance')
  const houseBefore = await houseBalance()
  const audit = createAudit()
  await undo()
  await audit(0, MINUTE_MS, MINUTE_MS)
  expect(await readBalance(player)).toBe(0)
  expect(await houseBalance()).toBe(houseBefore - 4_000)
  const reason =
    'A chain reorganization removed it, and what was left of its coins was taken back.'
  expect(await readDeposits(player)).toMatchObject([{ reason }])

  const { transactionHash: txHash } = await chain.payAlike(player.wallet)
  await chain.mine(5)
  const answer = await player.client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({ deposits: [{ status: 'confirmed' }] })
  expect(await readBalance(player)).toBe(1_000)
  expect(await houseBalance()).toBe(houseBefore)
})

async function houseBalance(): Promise<number> {
  const { rows } = await server.pool.query<{ coins: string }>(
    'SELECT sum(house_balance) AS coins FROM global_stats',
  )
  return Number(rows[0]?.coins)
}
