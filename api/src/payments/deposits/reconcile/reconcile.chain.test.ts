import { type Address, parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  depositsBecome,
  openChainServer,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../../../../../contracts/generated/forced-payment.ts'

const server = await openChainServer()
const { chain } = server
let api: TestApi = server
afterAll(() => api.close())

async function readGaps(wallet: Address): Promise<object[]> {
  const { rows } = await server.pool.query(
    'SELECT crypto_type, amount, block_number FROM deposit_gaps WHERE wallet = $1',
    [wallet.toLowerCase()],
  )
  return rows
}

test('credits payments by contracts and self-destructs', async () => {
  const inside = await server.newDepositor()
  const forced = await server.newDepositor()
  const { transactionHash: txHash } = await chain.payInside(
    inside.wallet,
    parseEther('0.05'),
  )
  await chain.deploy({
    abi: forcedPaymentAbi,
    bytecode: forcedPaymentBytecode,
    args: [forced.wallet],
    value: parseEther('0.02'),
  })
  const found = { txHash: null, status: 'confirmed', confirmations: 6 }
  const reason = expect.stringContaining('a contract sent it')
  await depositsBecome(chain, inside, [{ ...found, coins: 5_000, reason }])
  await depositsBecome(chain, forced, [{ ...found, coins: 2_000, reason }])
  expect(await readBalance(inside)).toBe(6_000)
  expect(await readBalance(forced)).toBe(3_000)
  const { body } = await inside.client.post('/api/wallet/recheck', { txHash })
  expect(body).toMatchObject({
    deposits: [{ ...found, coins: 5_000 }],
    reconciling: false,
  })
})

test('credits a gap seen at two blocks, across a restart', async () => {
  const player = await server.newDepositor()
  await chain.payInside(player.wallet, parseEther('0.03'))
  await chain.mine(5)
  await expect
    .poll(() => readGaps(player.wallet))
    .toMatchObject([{ crypto_type: 'tBNB' }])
  const before = await readGaps(player.wallet)
  await api.close()
  const { rows } = await server.pool.query(
    'SELECT id FROM crypto_deposits WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([])
  api = await server.startApi({ env: server.env })
  expect(await readGaps(player.wallet)).toEqual(before)
  await chain.mine(1)
  const client = player.client.at(api.origin)
  await expect
    .poll(() => readDeposits({ client }))
    .toMatchObject([{ txHash: null, coins: 3_000 }])
  expect(await readGaps(player.wallet)).toEqual([])
})
