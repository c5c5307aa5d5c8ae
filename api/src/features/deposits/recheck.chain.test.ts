import { parseEther } from 'viem'
import { afterAll, afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { problem } from '#core/schemas/problem.ts'
import { recheckAnswer } from '#core/schemas/wallet.ts'
import {
  balanceOf,
  depositsOf,
  openUnindexedServer,
} from '#testing/chain/chain-server.ts'
import { deployOn } from '#testing/chain/deploy-on.ts'
import { down, startFaultyNode } from '#testing/chain/faulty-node.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../../../contracts/generated/test-token.ts'

// Nobody tells of payments.
const server = await openUnindexedServer()
const { chain } = server
const { GUMBY } = chain.deployment.tokens
const node = await startFaultyNode(chain.env.RPC_URL)
await server.close()
const api = await server.startApi({ env: { ...server.env, RPC_URL: node.url } })
afterEach(() => node.be())
afterAll(() => node.close())

function recheck({ client }: Pick<TestPlayer, 'client'>, txHash: string) {
  return client.post('/api/wallet/recheck', { txHash })
}

async function refusalOf(
  player: Pick<TestPlayer, 'client'>,
  txHash: string,
): Promise<{ status: number; message: string }> {
  const { status, body } = await recheck(player, txHash)
  return { status, message: problem.parse(body).message }
}

test('a payment that nobody told of is found, and credited at once', async () => {
  const player = await server.newDepositor(api.origin)
  const payment = await chain.payToken(GUMBY, player.wallet, parseEther('150'))
  expect(await depositsOf(player)).toEqual([])
  await chain.mine(5)
  const hash = payment.transactionHash
  const answer = await recheck(player, hash.toUpperCase().replace('0X', '0x'))
  expect(answer.status, answer.text).toBe(200)
  expect(recheckAnswer.parse(answer.body).deposits).toMatchObject([
    { txHash: hash, status: 'confirmed', coins: 150, cryptoType: 'GUMBY' },
  ])
  expect(await balanceOf(player)).toBe(1_150)

  await recheck(player, hash)
  expect(await depositsOf(player)).toHaveLength(1)
  expect(await balanceOf(player)).toBe(1_150)
})

test('asked for many times at once it is credited once', async () => {
  const player = await server.newDepositor(api.origin)
  const { transactionHash } = await chain.pay(player.wallet, parseEther('0.02'))
  await chain.mine(5)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => recheck(player, transactionHash)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await balanceOf(player)).toBe(3_000)
})

test('who asks while a payment is being checked waits for the same answer, and others are not let in without end', async () => {
  const [player, other] = [
    await server.newDepositor(api.origin),
    await server.newDepositor(api.origin),
  ]
  const opened = Promise.withResolvers<void>()
  const asked: unknown[] = []
  node.be((truth) => async (request) => {
    if (request.method !== 'eth_getTransactionReceipt') return truth(request)
    asked.push(request.params[0])
    await opened.promise
    return truth(request)
  })
  const found = vi.spyOn(api.features.wallet.service, 'addressOf')
  onTestFinished(() => found.mockRestore())
  const hashes = Array.from(
    { length: 8 },
    (_, at) => `0x${String(at).repeat(64)}`,
  )
  const first = hashes.map((hash) => recheck(player, hash))
  await expect.poll(() => asked).toHaveLength(8)
  const again = hashes.slice(0, 2).map((hash) => recheck(player, hash))
  // Behind its wallet each has joined the check that is under way.
  await expect
    .poll(() => found.mock.settledResults.map(({ type }) => type))
    .toEqual(Array(10).fill('fulfilled'))
  expect(await refusalOf(other, hashes[0] ?? '')).toEqual({
    status: 503,
    message: expect.stringContaining('Many payments are being checked'),
  })
  opened.resolve()
  const answers = await Promise.all([...first, ...again])
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toEqual(Array(10).fill(404))
  expect(asked.toSorted()).toEqual(hashes)
  expect((await recheck(other, hashes[0] ?? '')).status).toBe(404)
})

test('what is not final yet waits like any other, and is credited in time', async () => {
  const player = await server.newDepositor(api.origin)
  const { transactionHash } = await chain.pay(player.wallet, parseEther('0.01'))
  const { body } = await recheck(player, transactionHash)
  expect(body).toMatchObject({
    deposits: [{ status: 'pending', confirmations: 1, coins: 1_000 }],
  })
  await chain.mine(5)
  await expect.poll(() => balanceOf(player)).toBe(2_000)
})

test('each thing that can be wrong is said', async () => {
  const player = await server.newDepositor(api.origin)
  const other = await server.newDepositor(api.origin)
  const { transactionHash } = await chain.pay(other.wallet, parseEther('0.01'))
  expect(await refusalOf(player, transactionHash)).toEqual({
    status: 404,
    message: expect.stringContaining('paid nothing to your wallet'),
  })
  expect(await refusalOf(player, `0x${'0'.repeat(64)}`)).toEqual({
    status: 404,
    message: expect.stringContaining('No block has this transaction'),
  })
  const walletless = await newPlayer(api.origin)
  expect(await refusalOf(walletless, transactionHash)).toEqual({
    status: 404,
    message: 'Generate a wallet first: you have none yet.',
  })
  expect(await refusalOf(player, '0x12')).toEqual({
    status: 400,
    message: 'A transaction hash: 0x and 64 hex digits',
  })
  node.be(down)
  expect(await refusalOf(player, transactionHash)).toEqual({
    status: 503,
    message: expect.stringContaining('can not be asked right now'),
  })
  expect(await depositsOf(player)).toEqual([])
})

test('of a token that is not taken it is said, and nothing is kept', async () => {
  const player = await server.newDepositor(api.origin)
  const bytecode = testTokenBytecode
  const args = ['Gumby', 'GUMBY'] as const
  const fake = await deployOn(chain, { abi: testTokenAbi, bytecode, args })
  const amount = parseEther('150')
  const { transactionHash } = await chain.payToken(fake, player.wallet, amount)
  await chain.mine(6)
  expect(await refusalOf(player, transactionHash)).toEqual({
    status: 404,
    message: expect.stringContaining('in an asset that is not taken here'),
  })
  expect(await depositsOf(player)).toEqual([])
})

test('ten a minute are enough for anybody', async () => {
  const player = await newPlayer(api.origin)
  const hash = `0x${'0'.repeat(64)}`
  for (let times = 0; times < 10; times++) await recheck(player, hash)
  const { status, headers } = await recheck(player, hash)
  expect(status).toBe(429)
  expect(headers.get('Retry-After')).toBe('60')
  const other = await newPlayer(api.origin)
  expect((await recheck(other, hash)).status).toBe(404)
})
