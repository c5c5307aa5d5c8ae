import { encodeDeployData, type Hex, parseEther } from 'viem'
import { expect, test } from 'vitest'
import { indexerSchema } from '#core/chain/indexer-schema.ts'
import type { SocketMessage } from '#core/schemas/socket-message.ts'
import {
  balanceOf,
  depositOnce,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { openSocket, type TestSocket } from '#testing/server/test-socket.ts'
import {
  batchPayerAbi,
  batchPayerBytecode,
} from '../../../../contracts/generated/batch-payer.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../../../contracts/generated/test-token.ts'

const server = await openChainServer()
const { chain } = server
const { GUMBY, POKEY } = chain.deployment.tokens

test('a payment is credited at its sixth confirmation, and not at its fifth', async () => {
  const player = await server.newDepositor()
  const payment = await chain.pay(player.wallet, parseEther('0.05'))
  await depositOnce(player, { status: 'pending', confirmations: 1 })
  await chain.mine(4)
  const waiting = await depositOnce(player, { confirmations: 5 })
  expect(waiting).toMatchObject({
    txHash: payment.transactionHash,
    amount: '0.05',
    cryptoType: 'tBNB',
    status: 'pending',
    coins: 5_000,
    confirmedAt: null,
  })
  expect(await balanceOf(player)).toBe(1_000)

  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed', confirmations: 6 })
  expect(await balanceOf(player)).toBe(6_000)
})

test('tokens bring whole coins at the rate that is kept with them', async () => {
  const player = await server.newDepositor()
  await chain.payToken(GUMBY, player.wallet, parseEther('150.75'))
  await chain.mine(5)
  const deposit = await depositOnce(player, { status: 'confirmed' })
  expect(deposit).toMatchObject({
    amount: '150.75',
    cryptoType: 'GUMBY',
    coins: 150,
  })
  const { body } = await player.client.get('/api/transactions?type=deposit')
  expect(body).toEqual([
    expect.objectContaining({
      amount: 150,
      balanceAfter: 1_150,
      metadata: {
        depositId: deposit.id,
        asset: 'GUMBY',
        amount: '150750000000000000000',
        txHash: deposit.txHash,
      },
    }),
  ])
  const { rows } = await server.pool.query(
    'SELECT coins_per_unit FROM crypto_deposits WHERE id = $1',
    [deposit.id],
  )
  expect(rows).toEqual([{ coins_per_unit: 1 }])
})

test('one transaction can pay two players, and one of them twice', async () => {
  const [alice, bob] = [
    await server.newDepositor(),
    await server.newDepositor(),
  ]
  const payer = chain.as(chain.payer)
  const token = chain.token(POKEY)
  const batch = await deploy(batchPayerBytecode)
  const [a, b, c] = [100n, 200n, 300n].map((units) => units * 10n ** 18n)
  const all = 600n * 10n ** 18n
  await chain.mined(await token.write.faucet([all], payer))
  await chain.mined(await token.write.approve([batch, all], payer))
  await chain.mined(
    await chain.client.writeContract({
      ...payer,
      address: batch,
      abi: batchPayerAbi,
      functionName: 'payToken',
      args: [
        POKEY,
        [alice.wallet, bob.wallet, bob.wallet],
        [a ?? 0n, b ?? 0n, c ?? 0n],
      ],
    }),
  )
  await chain.mine(5)
  await depositOnce(alice, { status: 'confirmed', coins: 100 })
  const isConfirmed = expect.objectContaining({ status: 'confirmed' })
  await expect.poll(() => depositsOf(bob)).toEqual([isConfirmed, isConfirmed])
  expect(await balanceOf(alice)).toBe(1_100)
  expect(await balanceOf(bob)).toBe(1_500)
  const hashes = (await depositsOf(bob)).map(({ txHash }) => txHash)
  expect(new Set(hashes).size).toBe(1)
})

test('below the minimum it is listed with the reason, and brings nothing', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.01') - 1n)
  const reason = 'Below the minimum of 0.01 tBNB'
  await depositOnce(player, { status: 'pending', coins: 0, reason })
  await chain.mine(5)
  await depositOnce(player, { status: 'below_minimum', coins: 0, reason })
  expect(await balanceOf(player)).toBe(1_000)
})

test('exactly the minimum is credited', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 1_000 })
})

test('what the house sends itself brings nothing', async () => {
  const player = await server.newDepositor()
  await chain.mined(
    await chain.client.sendTransaction({
      ...chain.as(chain.operator),
      to: player.wallet,
      value: parseEther('1'),
    }),
  )
  await chain.mine(5)
  await depositOnce(player, {
    status: 'rejected',
    reason: 'Sent by the house itself: it brings no coins.',
  })
  expect(await balanceOf(player)).toBe(1_000)
})

test('payments of nothing, reverted ones and those of a fake token are no deposits', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, 0n)
  await chain.payToken(GUMBY, player.wallet, 0n)
  await chain.payToken(await fakeToken(), player.wallet, parseEther('500'))
  // More than the payer has: the transfer is reverted, in a block of its own.
  await chain.client.setAutomine(false)
  const token = chain.token(GUMBY)
  const hash = await token.write.transfer(
    [player.wallet, parseEther('1000000')],
    chain.as(chain.payer),
  )
  await chain.mine(1)
  await chain.client.setAutomine(true)
  expect((await chain.mined(hash)).status).toBe('reverted')

  const last = await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  const txHash = last.transactionHash
  await depositOnce(player, { status: 'confirmed', txHash })
  expect(await balanceOf(player)).toBe(2_000)
})

test('an indexer that takes a fake token for ours credits nothing', async () => {
  const player = await server.newDepositor()
  const fake = await fakeToken()
  const payment = await chain.payToken(fake, player.wallet, parseEther('500'))
  const schema = indexerSchema(chain.deployment)
  const indexer = await server.pool.connect()
  // Ponder's triggers are for itself.
  await indexer.query("SET session_replication_role = 'replica'")
  await indexer.query(
    `INSERT INTO ${schema}.token_transfers (transaction_hash, log_index, token,
       wallet, sender, amount_wei, block_number, block_hash, block_time_seconds)
     VALUES ($1, 0, $2, $3, $4, 500000000000000000000, $5, $6, 0)`,
    [
      payment.transactionHash,
      GUMBY.toLowerCase(),
      player.wallet.toLowerCase(),
      chain.payer.toLowerCase(),
      payment.blockNumber,
      payment.blockHash,
    ],
  )
  indexer.release(true)
  await chain.mine(5)
  await depositOnce(player, {
    status: 'rejected',
    reason: 'The chain shows no such payment.',
  })
  expect(await balanceOf(player)).toBe(1_000)
})

test('what a balance can not hold waits, and comes in when there is room', async () => {
  const player = await server.newDepositor()
  const most = Number.MAX_SAFE_INTEGER
  await server.features.ledger.service.grant(player.id, most - 1_000 - 500)
  await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  await depositOnce(player, {
    status: 'pending',
    confirmations: 6,
    reason: 'It waits: with it the balance would be more than it can hold.',
  })
  expect(await balanceOf(player)).toBe(most - 500)

  await player.client.post('/api/user/reset-balance')
  await chain.mine(1)
  const credited = await depositOnce(player, { status: 'confirmed' })
  expect(credited).not.toHaveProperty('reason')
  expect(await balanceOf(player)).toBe(2_000)
})

test('the browser is told of every confirmation, and of the coins', async () => {
  const player = await server.newDepositor()
  const { cookie } = player.client
  const socket = await openSocket(server.origin, { cookie })
  await chain.pay(player.wallet, parseEther('0.02'))
  const about = { amount: '0.02', cryptoType: 'tBNB', coins: 2_000 }
  for (const confirmations of [1, 2, 3, 4, 5]) {
    const push = await nextButWallets(socket)
    const status = 'pending'
    const type = 'deposit'
    expect(push).toMatchObject({ type, ...about, status, confirmations })
    await chain.mine(1)
  }
  const told = [await socket.next(), await socket.next(), await socket.next()]
  expect(told).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'balance', balance: 3_000 }),
      expect.objectContaining({ ...about, status: 'confirmed' }),
    ]),
  )
  socket.socket.close()
})

/** That the wallet became active may be told after it was seen to be. */
async function nextButWallets(socket: TestSocket): Promise<SocketMessage> {
  const push = await socket.next()
  return push.type === 'wallet' ? nextButWallets(socket) : push
}

test('somebody else does not see the deposit', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.01'))
  await depositOnce(player, { status: 'pending' })
  expect(await depositsOf(await server.newDepositor())).toEqual([])
})

function fakeToken() {
  return deploy(
    encodeDeployData({
      abi: testTokenAbi,
      bytecode: testTokenBytecode,
      args: ['Gumby Test', 'GUMBY'],
    }),
  )
}

async function deploy(code: Hex) {
  const { client, as, mined, payer } = chain
  const gas = 3_000_000n
  const hash = await client.sendTransaction({ ...as(payer), data: code, gas })
  const { contractAddress } = await mined(hash)
  if (!contractAddress) throw new Error('The deployment was reverted')
  return contractAddress
}
