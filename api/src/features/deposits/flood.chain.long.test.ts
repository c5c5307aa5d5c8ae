import { type Address, type Hash, maxUint256, parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { answerOf, startNode } from '#testing/chain/test-node.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../../../contracts/generated/batch-payer.ts'

const server = await openChainServer()
const { chain } = server
const { GUMBY } = chain.deployment.tokens
/** As many as the local chain lets one transaction make. */
const PAYMENTS = 400
const TRANSACTIONS = 5

const truth = answerOf(chain.env.RPC_URL)
const receiptsAsked: unknown[] = []
const node = await startNode((request) => {
  if (request.method === 'eth_getTransactionReceipt') {
    receiptsAsked.push(request.params[0])
  }
  return truth(request)
})
afterAll(() => node.close())

// The only process that watches deposits asks through the node above.
await server.close()
const api = await server.startApi({ env: { ...server.env, RPC_URL: node.url } })

test('thousands of tiny payments in few transactions hold up nobody', async () => {
  const flooder = await server.newDepositor(api.origin)
  const player = await server.newDepositor(api.origin)
  const batch = await batchPayer()
  const flood: Hash[] = []
  while (flood.length < TRANSACTIONS) {
    flood.push(await payTiny(batch, flooder.wallet))
  }
  await chain.pay(player.wallet, parseEther('0.05'))
  await depositOnce(player, { status: 'pending' })
  await chain.mine(5)
  await expect.poll(() => balanceOf(player)).toBe(6_000)
  expect(await statusesOf(flooder.id)).toContainEqual({
    status: 'pending',
    payments: expect.any(Number),
  })
  await expect
    .poll(() => statusesOf(flooder.id))
    .toEqual([{ status: 'below_minimum', payments: PAYMENTS * TRANSACTIONS }])
  expect(await balanceOf(flooder)).toBe(1_000)
  for (const hash of flood) {
    expect(receiptsAsked.filter((asked) => asked === hash)).toHaveLength(1)
  }
})

/** A contract that may pay all that the payer has. */
async function batchPayer(): Promise<Address> {
  const payer = { ...chain.as(chain.payer), gas: 3_000_000n }
  const hash = await chain.client.sendTransaction({
    ...payer,
    data: batchPayerBytecode,
  })
  const { contractAddress } = await chain.mined(hash)
  if (!contractAddress) throw new Error('No contract was made')
  const token = chain.token(GUMBY)
  await chain.mined(await token.write.faucet([parseEther('1')], payer))
  const approved = [contractAddress, maxUint256] as const
  await chain.mined(await token.write.approve(approved, payer))
  return contractAddress
}

async function payTiny(batch: Address, wallet: Address) {
  const { status, transactionHash } = await chain.mined(
    await chain.client.writeContract({
      ...chain.as(chain.payer),
      gas: 3_500_000n,
      address: batch,
      abi: batchPayerAbi,
      functionName: 'payToken',
      args: [GUMBY, Array(PAYMENTS).fill(wallet), Array(PAYMENTS).fill(1n)],
    }),
  )
  expect(status).toBe('success')
  return transactionHash
}

async function statusesOf(userId: string) {
  const { rows } = await server.pool.query(
    `SELECT status, count(*)::int AS payments FROM crypto_deposits
     WHERE user_id = $1 GROUP BY status`,
    [userId],
  )
  return rows
}
