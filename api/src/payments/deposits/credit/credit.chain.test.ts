import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import type { SocketMessage } from '#core/api/socket.ts'
import { lowerCase } from '#core/chain/chains.ts'
import {
  depositOnce,
  openChainServer,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import { openSocket, type TestSocket } from '#testing/server/test-socket.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../../../../contracts/generated/test-token.ts'

const server = await openChainServer()
const { chain, indexer } = server
const { GUMBY, POKEY } = chain.deployment.tokens
const fakeToken = await chain.deploy({
  abi: testTokenAbi,
  bytecode: testTokenBytecode,
  args: ['Gumby Test', 'GUMBY'],
})

test('credits a payment at its sixth confirmation, and not at its fifth', async () => {
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
  expect(await readBalance(player)).toBe(1_000)

  await chain.mine(1)
  await depositOnce(player, { status: 'confirmed', confirmations: 6 })
  expect(await readBalance(player)).toBe(6_000)
  expect(await readDeposits(await server.newDepositor())).toEqual([])
})

test('credits whole coins for a token, at the rate stored with the deposit', async () => {
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

test('credits each payment of a transaction that pays two players, one of them twice', async () => {
  const alice = await server.newDepositor()
  const bob = await server.newDepositor()
  await chain.payTokens(
    POKEY,
    [alice.wallet, bob.wallet, bob.wallet],
    [parseEther('100'), parseEther('200'), parseEther('300')],
  )
  await chain.mine(5)
  await depositOnce(alice, { status: 'confirmed', coins: 100 })
  const isConfirmed = expect.objectContaining({ status: 'confirmed' })
  await expect.poll(() => readDeposits(bob)).toEqual([isConfirmed, isConfirmed])
  expect(await readBalance(alice)).toBe(1_100)
  expect(await readBalance(bob)).toBe(1_500)
  const hashes = (await readDeposits(bob)).map(({ txHash }) => txHash)
  expect(new Set(hashes).size).toBe(1)
})

test('credits once while two processes watch', async () => {
  const player = await server.newDepositor()
  const other = await server.startApi({ env: server.env })
  for (const units of ['0.01', '0.02', '0.03', '0.04']) {
    await chain.pay(player.wallet, parseEther(units))
  }
  await chain.mine(5)
  const isConfirmed = expect.objectContaining({ status: 'confirmed' })
  await expect
    .poll(() => readDeposits(player))
    .toEqual(Array(4).fill(isConfirmed))
  await other.close()
  expect(await readBalance(player)).toBe(11_000)
})

test('credits the exact minimum, and lists less with a reason', async () => {
  const player = await server.newDepositor()
  const poor = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.01'))
  await chain.pay(poor.wallet, parseEther('0.01') - 1n)
  const reason = 'Below the minimum of 0.01 tBNB'
  await depositOnce(poor, { status: 'pending', coins: 0, reason })
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 1_000 })
  await depositOnce(poor, { status: 'below_minimum', coins: 0, reason })
  expect(await readBalance(player)).toBe(2_000)
  expect(await readBalance(poor)).toBe(1_000)
})

test('rejects payments by the operator account', async () => {
  const player = await server.newDepositor()
  await chain.send(chain.operator, player.wallet, parseEther('1'))
  await chain.mine(5)
  await depositOnce(player, {
    status: 'rejected',
    reason: 'Sent from one of the casino’s own accounts.',
  })
  expect(await readBalance(player)).toBe(1_000)
})

test('ignores zero payments, reverted ones and those of a fake token', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, 0n)
  await chain.payToken(GUMBY, player.wallet, 0n)
  await chain.payToken(fakeToken, player.wallet, parseEther('500'))
  await chain.withoutMining(async () => {
    // More than the payer has, so it reverts, in a block of its own.
    const tooMuch = [player.wallet, parseEther('1000000')] as const
    const { write } = chain.token(GUMBY)
    const hash = await write.transfer(tooMuch, chain.as(chain.payer))
    await chain.mine(1)
    expect((await chain.mined(hash)).status).toBe('reverted')
  })
  const last = await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  const txHash = last.transactionHash
  await depositOnce(player, { status: 'confirmed', txHash })
  expect(await readBalance(player)).toBe(2_000)
})

test('rejects an indexed payment that the chain does not show', async () => {
  const player = await server.newDepositor()
  const amount = parseEther('500')
  const fake = await chain.payToken(fakeToken, player.wallet, amount)
  await indexer.invent({
    transaction_hash: fake.transactionHash,
    wallet: player.wallet,
    amount_wei: amount,
    token: lowerCase(GUMBY),
    block_number: Number(fake.blockNumber),
    block_hash: fake.blockHash,
  })
  await depositOnce(player, { status: 'pending' })
  await chain.mine(5)
  await depositOnce(player, {
    status: 'rejected',
    reason: 'This payment isn’t on the chain.',
  })
  expect(await readBalance(player)).toBe(1_000)
})

test('credits payments that the indexer reports hundreds of blocks late', async () => {
  const early = await server.newDepositor()
  const late = await server.newDepositor()
  await server.whileIndexerLags(async () => {
    await chain.pay(early.wallet, parseEther('0.01'))
    await chain.client.mine({ blocks: 510 })
    await chain.pay(late.wallet, parseEther('0.02'))
    await chain.mine(5)
  })
  await depositOnce(late, { status: 'confirmed', coins: 2_000 })
  await depositOnce(early, { status: 'confirmed', coins: 1_000 })
})

test('delays a credit until it fits below the balance limit', async () => {
  const player = await server.newDepositor()
  const most = Number.MAX_SAFE_INTEGER
  await server.modules.ledger.service.grant(player.id, most - 1_000 - 500)
  await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  await depositOnce(player, {
    status: 'pending',
    confirmations: 6,
    reason: 'It’s waiting for room in your balance.',
  })
  expect(await readBalance(player)).toBe(most - 500)

  await player.client.post('/api/user/reset-balance')
  await chain.mine(1)
  const credited = await depositOnce(player, { status: 'confirmed' })
  expect(credited).not.toHaveProperty('reason')
  expect(await readBalance(player)).toBe(2_000)
})

test('pushes every confirmation and the new balance to the browser', async () => {
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
  const last = [await socket.next(), await socket.next(), await socket.next()]
  expect(last).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ type: 'balance', balance: 3_000 }),
      expect.objectContaining({ ...about, status: 'confirmed' }),
    ]),
  )
  socket.socket.close()
})

/** Skips a wallet's activation, which may be pushed after it was seen. */
async function nextButWallets(socket: TestSocket): Promise<SocketMessage> {
  const push = await socket.next()
  return push.type === 'wallet' ? nextButWallets(socket) : push
}
