import { type Address, parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  balanceOf,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { deployOn } from '#testing/chain/deploy-on.ts'
import { depositsBecome, insidePayer } from '#testing/chain/inside-payments.ts'
import type { TestApi } from '#testing/server/test-api.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../../../../contracts/generated/forced-payment.ts'

const server = await openChainServer()
const { chain } = server
await server.close()
let api = await startApi()
afterAll(() => api.close())

const payInside = await insidePayer(chain)

function startApi(): Promise<TestApi> {
  return server.startApi({ env: server.env })
}

async function gapsOf(wallet: Address): Promise<object[]> {
  const { rows } = await server.pool.query(
    'SELECT crypto_type, amount, block_number FROM deposit_gaps WHERE wallet = $1',
    [wallet.toLowerCase()],
  )
  return rows
}

test('what a contract sends and what is forced on a wallet is found and credited', async () => {
  const inside = await server.newDepositor(api.origin)
  const forced = await server.newDepositor(api.origin)
  await payInside(inside.wallet, '0.05')
  await deployOn(chain, {
    abi: forcedPaymentAbi,
    bytecode: forcedPaymentBytecode,
    args: [forced.wallet],
    value: parseEther('0.02'),
  })
  const found = { txHash: null, status: 'confirmed', confirmations: 6 }
  const reason = expect.stringContaining('a contract sent it')
  await depositsBecome(chain, inside, [{ ...found, coins: 5_000, reason }])
  await depositsBecome(chain, forced, [{ ...found, coins: 2_000, reason }])
  expect(await balanceOf(inside)).toBe(6_000)
  expect(await balanceOf(forced)).toBe(3_000)
})

test('a gap has to be there at two blocks, which a restart does not forget', async () => {
  const player = await server.newDepositor(api.origin)
  await payInside(player.wallet, '0.03')
  await chain.mine(5)
  await expect
    .poll(() => gapsOf(player.wallet))
    .toMatchObject([{ crypto_type: 'tBNB' }])
  const before = await gapsOf(player.wallet)
  await api.close()
  const { rows } = await server.pool.query(
    'SELECT id FROM crypto_deposits WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([])
  api = await startApi()
  expect(await gapsOf(player.wallet)).toEqual(before)
  await chain.mine(1)
  const client = player.client.at(api.origin)
  await expect
    .poll(() => depositsOf({ client }))
    .toMatchObject([{ txHash: null, coins: 3_000 }])
  expect(await gapsOf(player.wallet)).toEqual([])
})
