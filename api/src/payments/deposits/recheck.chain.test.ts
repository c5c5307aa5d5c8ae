import { type Address, type Hash, parseEther } from 'viem'
import { expect, onTestFinished, test, vi } from 'vitest'
import { recheckAnswer } from '#core/api/wallet.ts'
import { problem } from '#core/schemas/problem.ts'
import {
  openUnindexedServer,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import { down } from '#testing/chain/faulty-node.ts'
import { newWallet } from '#testing/chain/local-chain.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import {
  forcedPaymentAbi,
  forcedPaymentBytecode,
} from '../../../../contracts/generated/forced-payment.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../../../contracts/generated/test-token.ts'

const server = await openUnindexedServer({ nodes: 1 })
const { chain, nodes } = server
const { GUMBY } = chain.deployment.tokens
const VALUE = parseEther('0.01')
const NO_HASH = `0x${'0'.repeat(64)}`

/** Start of the query for a player's wallet. */
const WALLET_READ =
  'select "address" from "wallet_keys" where "wallet_keys"."user_id" ='

type Player = Pick<TestPlayer, 'client'>

function spyOnQueries() {
  const queries = vi.spyOn<{ query(q: { text?: string }): unknown }, 'query'>(
    server.platform.pool,
    'query',
  )
  onTestFinished(() => queries.mockRestore())
  return queries.mock
}

function recheck({ client }: Player, txHash: string) {
  return client.post('/api/wallet/recheck', { txHash })
}

async function readRefusal(player: Player, txHash: string) {
  const { status, body } = await recheck(player, txHash)
  return { status, message: problem.parse(body).message }
}

test('finds a payment that the indexer missed and credits it once', async () => {
  const player = await server.newDepositor()
  const payment = await chain.payToken(GUMBY, player.wallet, parseEther('150'))
  expect(await readDeposits(player)).toEqual([])
  await chain.mine(5)
  const hash = payment.transactionHash
  const answer = await recheck(player, hash.toUpperCase().replace('0X', '0x'))
  expect(answer.status, answer.text).toBe(200)
  expect(recheckAnswer.parse(answer.body).deposits).toMatchObject([
    { txHash: hash, status: 'confirmed', coins: 150, cryptoType: 'GUMBY' },
  ])
  await recheck(player, hash)
  expect(await readDeposits(player)).toHaveLength(1)
  expect(await readBalance(player)).toBe(1_150)
})

test('credits once for concurrent rechecks', async () => {
  const player = await server.newDepositor()
  const { transactionHash } = await chain.pay(player.wallet, parseEther('0.02'))
  await chain.mine(5)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => recheck(player, transactionHash)),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(await readBalance(player)).toBe(3_000)
})

test('credits an unconfirmed payment when it is final', async () => {
  const player = await server.newDepositor()
  const { transactionHash } = await chain.pay(player.wallet, parseEther('0.01'))
  const { body } = await recheck(player, transactionHash)
  expect(body).toMatchObject({
    deposits: [{ status: 'pending', confirmations: 1, coins: 1_000 }],
  })
  await chain.mine(5)
  await expect.poll(() => readBalance(player)).toBe(2_000)
})

test('shares a running check between requests, and refuses more than eight checks', async () => {
  const player = await server.newDepositor()
  const other = await server.newDepositor()
  const opened = Promise.withResolvers<void>()
  const requested: unknown[] = []
  nodes[0]?.inject((upstream) => async (request) => {
    if (request.method !== 'eth_getTransactionReceipt') return upstream(request)
    requested.push(request.params[0])
    await opened.promise
    return upstream(request)
  })
  const { calls, settledResults } = spyOnQueries()
  const walletReads = () =>
    settledResults.filter(({ type }, call) => {
      const [query] = calls[call] ?? []
      return type === 'fulfilled' && query?.text?.startsWith(WALLET_READ)
    })
  const hashes = Array.from(
    { length: 8 },
    (_, at) => `0x${String(at).repeat(64)}`,
  )
  const first = hashes.map((hash) => recheck(player, hash))
  await expect.poll(() => requested).toHaveLength(8)
  const again = hashes.slice(0, 2).map((hash) => recheck(player, hash))
  // Each has joined the running check once its wallet is read.
  await expect.poll(walletReads).toHaveLength(10)
  expect(await readRefusal(other, NO_HASH)).toEqual({
    status: 503,
    message: expect.stringContaining('Many payments are being checked'),
  })
  opened.resolve()
  const answers = await Promise.all([...first, ...again])
  const statuses = answers.map(({ status }) => status)
  expect(statuses).toEqual(Array(10).fill(404))
  expect(requested.toSorted()).toEqual(hashes)
  expect((await recheck(other, NO_HASH)).status).toBe(404)
})

test.each([
  ['a contract', (wallet) => chain.payInside(wallet, VALUE)],
  [
    'a contract that destroys itself',
    (wallet) =>
      chain.deployed({
        abi: forcedPaymentAbi,
        bytecode: forcedPaymentBytecode,
        args: [wallet],
        value: VALUE,
      }),
  ],
  ['a batch of an account with code', payAsBatch],
] satisfies [
  string,
  (wallet: Address) => Promise<{ transactionHash: Hash }>,
][])(
  "reports that the payment by %s is reconciled with the wallet's balance",
  async (_payer, pay) => {
    const player = await server.newDepositor()
    const other = await server.newDepositor()
    const { transactionHash } = await pay(player.wallet)
    const answer = await recheck(player, transactionHash)
    expect(answer).toMatchObject({
      status: 200,
      body: { deposits: [], reconciling: true },
    })
    expect((await recheck(other, transactionHash)).status).toBe(404)
  },
)

/** Pays from an account that delegates to the batch contract (EIP-7702). */
async function payAsBatch(wallet: Address) {
  const { abi, address } = chain.batch
  const account = newWallet()
  const bytecode = `0xef0100${address.slice(2)}` as const
  await chain.client.setCode({ address: account, bytecode })
  await chain.client.setBalance({ address: account, value: parseEther('1') })
  await chain.client.impersonateAccount({ address: account })
  const hash = await chain.client.writeContract({
    ...chain.as(account),
    abi,
    address: account,
    functionName: 'payNative',
    args: [[wallet], [VALUE]],
  })
  return chain.mined(hash)
}

test('explains a transaction without payments, and stores nothing', async () => {
  const player = await server.newDepositor()
  const other = await server.newDepositor()
  const walletless = await newPlayer(server.origin)
  const { transactionHash } = await chain.pay(other.wallet, parseEther('0.01'))
  const fake = await chain.deploy({
    abi: testTokenAbi,
    bytecode: testTokenBytecode,
    args: ['Gumby', 'GUMBY'],
  })
  const unlisted = await chain.payToken(fake, player.wallet, parseEther('150'))
  const hash = unlisted.transactionHash
  for (const [depositor, txHash, status, message] of [
    [player, transactionHash, 404, 'didn’t pay your wallet'],
    [player, hash, 404, 'used an asset we don’t accept'],
    [player, NO_HASH, 404, 'We can’t find this transaction'],
    [
      walletless,
      NO_HASH,
      404,
      'You don’t have a wallet yet. Generate one first.',
    ],
    [player, '0x12', 400, 'A transaction hash: 0x and 64 hex digits'],
  ] as const) {
    const refusal = { status, message: expect.stringContaining(message) }
    expect(await readRefusal(depositor, txHash)).toEqual(refusal)
  }
  nodes[0]?.inject(down)
  expect(await readRefusal(player, transactionHash)).toEqual({
    status: 503,
    message: expect.stringContaining('can’t be reached right now'),
  })
  expect(await readDeposits(player)).toEqual([])
})
