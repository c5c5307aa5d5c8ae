import { type Address, parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  type Depositor,
  depositOnce,
  openChainServer,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import {
  falseTokenAbi,
  falseTokenBytecode,
} from '../../../../../contracts/generated/false-token.ts'
import {
  feeTokenAbi,
  feeTokenBytecode,
} from '../../../../../contracts/generated/fee-token.ts'

const feeToken = { abi: feeTokenAbi, bytecode: feeTokenBytecode } as const
const falseToken = { abi: falseTokenAbi, bytecode: falseTokenBytecode } as const
const server = await openChainServer({
  tokens: async ({ deploy }) => ({
    GUMBY: await deploy(feeToken),
    POKEY: await deploy(falseToken),
  }),
})
const { chain } = server
const { GUMBY, POKEY } = chain.deployment.tokens

/** Pays in a token with a transfer fee of 10%. */
function payFeeToken(wallet: Address, amount: string) {
  return chain.payToken(GUMBY, wallet, parseEther(amount))
}

/** Mines until nothing is pending; a shortfall takes balances of two blocks. */
async function untilSettled(player: Depositor) {
  const settled = async () => {
    await chain.mine(1)
    const deposits = await readDeposits(player)
    const open = deposits.filter(({ status }) => status === 'pending')
    return deposits.length > 0 && open.length === 0
  }
  await expect.poll(settled, { interval: 300 }).toBe(true)
}

test('credits the received amount of a token with a transfer fee', async () => {
  const player = await server.newDepositor()
  await payFeeToken(player.wallet, '200')
  await untilSettled(player)
  await depositOnce(player, { status: 'confirmed', amount: '180', coins: 180 })
  expect(await readBalance(player)).toBe(1_180)

  await payFeeToken(player.wallet, '300')
  await expect.poll(() => readDeposits(player)).toHaveLength(2)
  await untilSettled(player)
  const confirmed = { status: 'confirmed' }
  expect(await readDeposits(player)).toMatchObject([
    { ...confirmed, amount: '270', coins: 270 },
    { ...confirmed, amount: '180', coins: 180 },
  ])
  expect(await readBalance(player)).toBe(1_450)
})

test.each(['500', '50'])(
  'rejects %s of a token that logs transfers it does not make',
  async (amount) => {
    const player = await server.newDepositor()
    const args = [player.wallet, parseEther(amount)] as const
    const from = chain.as(chain.payer)
    await chain.mined(await chain.token(POKEY).write.transfer(args, from))
    await untilSettled(player)
    await depositOnce(player, {
      status: 'rejected',
      amount,
      confirmations: 6,
      reason: 'The token reported a transfer that never reached your wallet.',
    })
    expect(await readBalance(player)).toBe(1_000)
  },
)

test('settles other wallets while one cannot be verified', async () => {
  const odd = await server.newDepositor()
  const player = await server.newDepositor()
  await chain.pay(odd.wallet, parseEther('0.1'))
  // Signed with the wallet's own key.
  await chain.client.impersonateAccount({ address: odd.wallet })
  await chain.send(odd.wallet, chain.payer, 1n)
  await payFeeToken(odd.wallet, '200')
  await payFeeToken(player.wallet, '200')
  await untilSettled(player)
  await depositOnce(player, { status: 'confirmed', amount: '180', coins: 180 })
  expect(await readDeposits(odd)).toContainEqual(
    expect.objectContaining({ cryptoType: 'GUMBY', status: 'pending' }),
  )
})
