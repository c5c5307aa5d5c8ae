import { parseEther, parseGwei } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  depositsOf,
} from '#testing/chain/chain-server.ts'
import {
  behind,
  down,
  type Fault,
  repeating,
} from '#testing/chain/faulty-node.ts'
import {
  MINUTE_MS,
  openReversalServer,
  payAlike,
} from '#testing/chain/reversal-server.ts'

const { server, other, credited, openAudit, newDepositor, origin } =
  await openReversalServer()
const { chain } = server

/** Keeps a player's row. @returns what lets it go. */
async function holdRowOf({ id }: Pick<Depositor, 'id'>) {
  const client = await server.pool.connect()
  await client.query('BEGIN')
  const { rows } = await client.query(
    'SELECT pg_backend_pid() AS pid FROM users WHERE id = $1 FOR UPDATE',
    [id],
  )
  const blocked = async () => {
    const waiting =
      'SELECT FROM pg_locks WHERE $1 = ANY (pg_blocking_pids(pid))'
    return (await server.pool.query(waiting, [rows[0].pid])).rowCount
  }
  const release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  /** Until somebody waits for it. */
  const wanted = () => expect.poll(blocked).toBeGreaterThan(0)
  return Object.assign(release, { wanted })
}

test('two checks are not enough, however far apart', async () => {
  const { undo, now } = await credited()
  const look = await openAudit()
  await undo()
  await look(0)
  await look(10 * MINUTE_MS)
  expect(await balanceOf(now())).toBe(6_000)
})

test.each<[string, Fault]>([
  ['is down', down],
  ['shows the old branch still', repeating],
  ['has not come as far', behind(100)],
])('nothing is taken back while one node %s', async (_name, fault) => {
  const { undo, now } = await credited()
  const look = await openAudit()
  other.be(fault)
  // What repeats itself has to say it first.
  await look(0)
  await rememberedBy(other.url)
  await undo()
  for (let times = 0; times < 5; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(6_000)
})

/** Has a node tell of every block that there is. */
async function rememberedBy(url: string): Promise<void> {
  const head = await chain.client.getBlockNumber()
  for (let height = head; height > head - 10n; height--) {
    const block = `0x${height.toString(16)}`
    const body = {
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [block, false],
    }
    await fetch(url, { method: 'POST', body: JSON.stringify(body) }).catch(
      () => undefined,
    )
  }
}

test('a player who knows that it is back need not wait', async () => {
  const { player, undo, now } = await credited()
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  const { transactionHash: txHash } = await payAlike(chain, player.wallet)
  await chain.mine(5)
  const answer = await now().client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({ deposits: [{ status: 'confirmed' }] })
  expect(await balanceOf(now())).toBe(6_000)
})

test('a reversal and a recheck at once leave the payment credited once', async () => {
  const { player, undo, now } = await credited()
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 2; times++) await look(MINUTE_MS)
  const release = await holdRowOf(player)
  const reversing = look(MINUTE_MS)
  await release.wanted()
  const { transactionHash: txHash } = await payAlike(chain, player.wallet)
  await chain.mine(5)
  const recheck = () => now().client.post('/api/wallet/recheck', { txHash })
  const rechecking = recheck()
  await release()
  await Promise.all([reversing, rechecking])
  await recheck()
  await depositOnce(now(), { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(now())).toBe(6_000)
})

test('a payment that fails in its new block is taken back too', async () => {
  const player = await newDepositor()
  const id = await chain.client.snapshot()
  const token = chain.token(chain.deployment.tokens.GUMBY)
  const nonce = await chain.client.getTransactionCount({ address: chain.payer })
  const fees = {
    ...chain.as(chain.payer),
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  }
  const amount = parseEther('10000')
  const transfer = () =>
    token.write.transfer([player.wallet, amount], { ...fees, nonce: nonce + 1 })
  await token.write.faucet([amount], { ...fees, nonce })
  const first = await transfer()
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 10_000 })
  const look = await openAudit()
  await chain.client.revert({ id })

  // Without the faucet's tokens before it, the same transfer is reverted.
  await chain.client.sendTransaction({ ...fees, nonce, to: chain.payer })
  await chain.client.setAutomine(false)
  const second = await transfer()
  await chain.mine(10)
  await chain.client.setAutomine(true)
  expect(second).toBe(first)
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  const there = { client: player.client.at(origin()) }
  expect(await depositsOf(there)).toMatchObject([{ status: 'reversed' }])
  expect(await balanceOf(there)).toBe(1_000)
})

test('what was spent the house bears, and gets back when the payment is back', async () => {
  const { player, undo, now } = await credited()
  await now().client.post('/api/user/reset-balance')
  const houseBefore = await houseBalance()
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(0)
  expect(await houseBalance()).toBe(houseBefore - 4_000)
  const reason =
    'The chain undid it, and what was left of its coins was taken back.'
  expect(await depositsOf(now())).toMatchObject([{ reason }])

  const { transactionHash: txHash } = await payAlike(chain, player.wallet)
  await chain.mine(5)
  const answer = await now().client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({ deposits: [{ status: 'confirmed' }] })
  expect(await balanceOf(now())).toBe(1_000)
  expect(await houseBalance()).toBe(houseBefore)
})

async function houseBalance(): Promise<number> {
  const { rows } = await server.pool.query<{ coins: string }>(
    'SELECT sum(house_balance) AS coins FROM global_stats',
  )
  return Number(rows[0]?.coins)
}
