import { parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  depositsOf,
} from '#testing/chain/chain-server.ts'
import { behind, down, type Fault } from '#testing/chain/faulty-node.ts'
import {
  MINUTE_MS,
  openReversalServer,
} from '#testing/chain/reversal-server.ts'

const server = await openReversalServer()
const { chain, credited, openAudit, other } = server

test.each<[string, Fault]>([
  ['is down', down],
  ['has not come as far', behind(100)],
])('nothing is taken back while one node %s', async (_name, fault) => {
  const { player, undo } = await credited()
  const audit = openAudit()
  other.be(fault)
  await audit(0)
  await undo()
  await audit(...Array(5).fill(MINUTE_MS))
  expect(await balanceOf(player)).toBe(6_000)
})

test('a reversal and a recheck at once leave the payment credited once', async () => {
  const { player, undo } = await credited()
  const audit = openAudit()
  await undo()
  await audit(MINUTE_MS, MINUTE_MS)
  const release = await lockRowOf(player)
  const reversing = audit(MINUTE_MS)
  await release.wanted()
  const { transactionHash: txHash } = await chain.payAlike(player.wallet)
  await chain.mine(5)
  const recheck = () => player.client.post('/api/wallet/recheck', { txHash })
  const rechecking = recheck()
  await release()
  await Promise.all([reversing, rechecking])
  await recheck()
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(player)).toBe(6_000)
})

/** Locks a player's row. @returns what releases it. */
async function lockRowOf({ id }: Pick<Depositor, 'id'>) {
  const client = await server.pool.connect()
  await client.query('BEGIN')
  const { rows } = await client.query(
    'SELECT pg_backend_pid() AS pid FROM users WHERE id = $1 FOR UPDATE',
    [id],
  )
  const blocked = async () => {
    const sql = 'SELECT FROM pg_locks WHERE $1 = ANY (pg_blocking_pids(pid))'
    return (await server.pool.query(sql, [rows[0].pid])).rowCount
  }
  const release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  /** Waits until another transaction waits for it. */
  const wanted = () => expect.poll(blocked).toBeGreaterThan(0)
  return Object.assign(release, { wanted })
}

test('a payment that fails in its new block is taken back too', async () => {
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
  const audit = openAudit()
  await client.revert({ id })

  // Without the faucet's tokens before it, the same transfer reverts.
  await client.sendTransaction({ ...fees, nonce, to: payer })
  await chain.withoutMining(async () => {
    expect(await transfer()).toBe(first)
    await chain.mine(10)
  })
  await audit(0, MINUTE_MS, MINUTE_MS)
  expect(await depositsOf(player)).toMatchObject([{ status: 'reversed' }])
  expect(await balanceOf(player)).toBe(1_000)
})

test('the house bears what was spent, and gets it back when the payment is back', async () => {
  const { player, undo } = await credited()
  await player.client.post('/api/user/reset-balance')
  const houseBefore = await houseBalance()
  const audit = openAudit()
  await undo()
  await audit(0, MINUTE_MS, MINUTE_MS)
  expect(await balanceOf(player)).toBe(0)
  expect(await houseBalance()).toBe(houseBefore - 4_000)
  const reason =
    'The chain undid it, and what was left of its coins was taken back.'
  expect(await depositsOf(player)).toMatchObject([{ reason }])

  const { transactionHash: txHash } = await chain.payAlike(player.wallet)
  await chain.mine(5)
  const answer = await player.client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({ deposits: [{ status: 'confirmed' }] })
  expect(await balanceOf(player)).toBe(1_000)
  expect(await houseBalance()).toBe(houseBefore)
})

async function houseBalance(): Promise<number> {
  const { rows } = await server.pool.query<{ coins: string }>(
    'SELECT sum(house_balance) AS coins FROM global_stats',
  )
  return Number(rows[0]?.coins)
}
