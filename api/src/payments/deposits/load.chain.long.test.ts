import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  depositOnce,
  openChainServer,
  readBalance,
} from '#testing/chain/chain-server.ts'

const server = await openChainServer({ nodes: 1 })
const { chain, indexer, nodes } = server
const { GUMBY } = chain.deployment.tokens
/** Exceeds the parameters of one statement at 15 values a payment. */
const CROWD = 5_000
/** Limit of the local chain for one transaction. */
const PAYMENTS = 400
const TRANSACTIONS = 5

/** Counts a player's deposits by their status. */
async function readStatuses(userId: string) {
  const { rows } = await server.pool.query(
    `SELECT status, count(*)::int AS payments FROM crypto_deposits
     WHERE user_id = $1 GROUP BY status`,
    [userId],
  )
  return rows
}

test('records thousands of payments of one block while crediting others', async () => {
  const flooded = await server.newDepositor()
  const other = await server.newDepositor()
  await chain.pay(other.wallet, parseEther('0.05'))
  await depositOnce(other, { status: 'pending' })
  const { number, hash } = await chain.client.getBlock()
  await server.pool.query(
    `INSERT INTO ${indexer.schema}.native_transfers (transaction_hash, wallet,
       sender, amount_wei, block_number, block_hash)
     SELECT '0x' || lpad(to_hex(n), 64, '0'), $1, $1, 1, $2, $3
     FROM generate_series(1, ${CROWD}) AS n`,
    [flooded.wallet.toLowerCase(), number, hash],
  )
  await expect
    .poll(() => readStatuses(flooded.id))
    .toEqual([{ status: 'pending', payments: CROWD }])
  await chain.mine(5)
  await depositOnce(other, { status: 'confirmed', coins: 5_000 })
})

test('settles thousands of tiny payments of few transactions after crediting others', async () => {
  const flooder = await server.newDepositor()
  const player = await server.newDepositor()
  const receiptsRead: unknown[] = []
  nodes[0]?.inject((upstream) => (request) => {
    const isReceipt = request.method === 'eth_getTransactionReceipt'
    if (isReceipt) receiptsRead.push(request.params[0])
    return upstream(request)
  })
  const flood: unknown[] = []
  while (flood.length < TRANSACTIONS) {
    const wallets = Array(PAYMENTS).fill(flooder.wallet)
    const amounts = Array(PAYMENTS).fill(1n)
    const paid = await chain.payTokens(GUMBY, wallets, amounts)
    expect(paid.status).toBe('success')
    flood.push(paid.transactionHash)
  }
  await chain.pay(player.wallet, parseEther('0.05'))
  await depositOnce(player, { status: 'pending' })
  await chain.mine(5)
  await expect.poll(() => readBalance(player)).toBe(6_000)
  expect(await readStatuses(flooder.id)).toContainEqual({
    status: 'pending',
    payments: expect.any(Number),
  })
  await expect
    .poll(() => readStatuses(flooder.id))
    .toEqual([{ status: 'below_minimum', payments: PAYMENTS * TRANSACTIONS }])
  expect(await readBalance(flooder)).toBe(1_000)
  for (const hash of flood) {
    expect(receiptsRead.filter((read) => read === hash)).toHaveLength(1)
  }
})
