import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Address, parseEther } from 'viem'
import { afterAll, expect, test } from 'vitest'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  depositsOf,
  openUnindexedServer,
} from '#testing/chain/chain-server.ts'
import { deployOn } from '#testing/chain/deploy-on.ts'
import { startIndexer } from '#testing/chain/started-chain.ts'
import {
  falseTokenAbi,
  falseTokenBytecode,
} from '../../../../contracts/generated/false-token.ts'
import {
  feeTokenAbi,
  feeTokenBytecode,
} from '../../../../contracts/generated/fee-token.ts'

const server = await openUnindexedServer()
const { chain } = server
await server.close()

const feeToken = { abi: feeTokenAbi, bytecode: feeTokenBytecode } as const
const falseToken = { abi: falseTokenAbi, bytecode: falseTokenBytecode } as const
/** Tokens that lie, in place of those that the house really takes. */
const tokens = {
  GUMBY: await deployOn(chain, feeToken),
  POKEY: await deployOn(chain, falseToken),
}
const folder = mkdtempSync(join(tmpdir(), 'casino-tokens-'))
const DEPLOYMENT_FILE = join(folder, 'deployment.json')
const deployment = { ...chain.deployment, tokens }
writeFileSync(DEPLOYMENT_FILE, JSON.stringify(deployment))
const env = { ...server.env, DEPLOYMENT_FILE }
const indexer = await startIndexer(
  { ...chain, deployment, env: { ...chain.env, DEPLOYMENT_FILE } },
  server.databaseUrl,
)
const api = await server.startApi({ env })
afterAll(async () => {
  await indexer.stop()
  rmSync(folder, { recursive: true })
})

async function payFeeToken(wallet: Address, amount: string) {
  const wei = parseEther(amount)
  const payer = chain.as(chain.payer)
  const token = { address: tokens.GUMBY, abi: feeTokenAbi }
  const { client } = chain
  await chain.mined(
    await client.writeContract({
      ...payer,
      ...token,
      functionName: 'faucet',
      args: [wei],
    }),
  )
  await chain.mined(
    await client.writeContract({
      ...payer,
      ...token,
      functionName: 'transfer',
      args: [wallet, wei],
    }),
  )
}

async function payFalseToken(wallet: Address, amount: string) {
  return chain.mined(
    await chain.client.writeContract({
      ...chain.as(chain.payer),
      address: tokens.POKEY,
      abi: falseTokenAbi,
      functionName: 'transfer',
      args: [wallet, parseEther(amount)],
    }),
  )
}

/** Balances of two blocks have to show what lacks. */
async function untilSettled(player: Depositor) {
  const settled = async () => {
    await chain.mine(1)
    const deposits = await depositsOf(player)
    const open = deposits.filter(({ status }) => status === 'pending')
    return deposits.length > 0 && open.length === 0
  }
  await expect.poll(settled, { interval: 300 }).toBe(true)
}

test('of a token that keeps a fee, what has arrived is credited', async () => {
  const player = await server.newDepositor(api.origin)
  await payFeeToken(player.wallet, '200')
  await untilSettled(player)
  await depositOnce(player, { status: 'confirmed', amount: '180', coins: 180 })
  expect(await balanceOf(player)).toBe(1_180)

  await payFeeToken(player.wallet, '300')
  await expect.poll(() => depositsOf(player)).toHaveLength(2)
  await untilSettled(player)
  const confirmed = { status: 'confirmed' }
  expect(await depositsOf(player)).toMatchObject([
    { ...confirmed, amount: '270', coins: 270 },
    { ...confirmed, amount: '180', coins: 180 },
  ])
  expect(await balanceOf(player)).toBe(1_450)
})

test('a token that logs what it does not move brings nothing', async () => {
  const player = await server.newDepositor(api.origin)
  await payFalseToken(player.wallet, '500')
  await untilSettled(player)
  await depositOnce(player, {
    status: 'rejected',
    amount: '500',
    confirmations: 6,
    reason: 'Its token claims a transfer that never reached your wallet.',
  })
  expect(await balanceOf(player)).toBe(1_000)
})

test('too little that its token never moved does not count', async () => {
  const player = await server.newDepositor(api.origin)
  await payFalseToken(player.wallet, '50')
  await untilSettled(player)
  await depositOnce(player, {
    status: 'rejected',
    amount: '50',
    confirmations: 6,
    reason: 'Its token claims a transfer that never reached your wallet.',
  })
  expect(await countedOf(player)).toBe(0n)
})

test('dust that makes up for what another payment lacks counts once', async () => {
  const player = await server.newDepositor(api.origin)
  await payFeeToken(player.wallet, '200')
  await chain.mine(3)
  await payFeeToken(player.wallet, '20')
  const first = expect.objectContaining({ amount: '200', confirmations: 6 })
  await expect.poll(() => depositsOf(player)).toContainEqual(first)
  // In the next block that is asked about, the dust is there, too.
  await chain.mine(5)
  await expect.poll(() => depositsOf(player)).toHaveLength(2)
  await untilSettled(player)
  expect(await countedOf(player)).toBe(parseEther('198'))
})

/** Wei that all deposits of a player together say to have arrived. */
async function countedOf({ id }: Depositor): Promise<bigint> {
  const { rows } = await server.pool.query<{ wei: string }>(
    'SELECT sum(amount) AS wei FROM crypto_deposits WHERE user_id = $1',
    [id],
  )
  return BigInt(rows[0]?.wei ?? -1)
}

/** With its own key, which nobody but the house should have. */
async function sendFrom(wallet: Address) {
  const { client } = chain
  await client.impersonateAccount({ address: wallet })
  const hash = await client.sendTransaction({
    account: wallet,
    chain: null,
    to: chain.payer,
    value: 1n,
  })
  await chain.mined(hash)
}

test('a wallet that can not be judged keeps no other waiting', async () => {
  const odd = await server.newDepositor(api.origin)
  const player = await server.newDepositor(api.origin)
  await chain.pay(odd.wallet, parseEther('0.1'))
  await sendFrom(odd.wallet)
  await payFeeToken(odd.wallet, '200')
  await payFeeToken(player.wallet, '200')
  await untilSettled(player)
  await depositOnce(player, { status: 'confirmed', amount: '180', coins: 180 })
  expect(await depositsOf(odd)).toContainEqual(
    expect.objectContaining({ cryptoType: 'GUMBY', status: 'pending' }),
  )
})
