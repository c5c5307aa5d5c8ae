import { type Address, parseEther, parseGwei } from 'viem'
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest'
import { openChain } from '../../platform/chain/chain.ts'
import { instanceIdOf } from '../../platform/chain/chain-instance.ts'
import { databaseOn } from '../../platform/db/database.ts'
import { Lease } from '../../platform/db/lease.ts'
import { makeLogger } from '../../platform/logger.ts'
import { makeMetrics } from '../../platform/metrics.ts'
import { movesOf } from '../../sweep-services.ts'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  depositsOf,
  openChainHouse,
  PATIENCE,
} from '../../testing/chain-house.ts'
import { SITE } from '../../testing/deposits-on.ts'
import {
  behind,
  down,
  type Fault,
  repeating,
  startFaultyNode,
} from '../../testing/faulty-node.ts'
import type { TestApi } from '../../testing/test-api.ts'
import { AccountsStore } from './accounts.store.ts'
import { CreditAudit } from './credit-audit.ts'
import { DepositReversals } from './deposit-reversals.ts'
import { DepositTimeline } from './deposit-timeline.ts'
import { DepositsStore } from './deposits.store.ts'
import { FoundSight } from './found-sight.ts'
import { PaymentChecker } from './payment-check.ts'
import { RecentDepositsStore } from './recent-deposits.store.ts'

const MINUTE_MS = 60_000
const REVERSED = 'The chain undid it, and its coins were taken back.'

const house = await openChainHouse()
const { chain } = house
const other = await startFaultyNode(chain.env.RPC_URL)
afterAll(() => other.close())
await house.close()

const db = databaseOn(house.pool)
const log = makeLogger('silent')
const store = new DepositsStore(db)
let api: TestApi
let lease: Lease
let nowMs = 0

function startApi(): Promise<TestApi> {
  return house.startApi({ env: house.env })
}

beforeEach(async () => {
  lease = new Lease('deposits', { db, log })
  api = await startApi()
})
afterEach(async () => {
  other.be()
  await lease.release()
  await api.close()
})

/** Leads in place of the API from now on, with a clock of its own. */
async function openAudit() {
  await api.close()
  await expect.poll(() => lease.term(), PATIENCE).toBeDefined()
  api = await startApi()
  const { ledger } = api.services
  const rpcUrls = [chain.env.RPC_URL, other.url]
  const { deployment } = chain
  const instanceId = await instanceIdOf(db, deployment)
  const twoNodes = await openChain({ rpcUrls, deployment }, { log })
  const timeline = new DepositTimeline({
    store,
    clock: () => new Date(),
    push: () => undefined,
    instanceId,
  })
  const audit = new CreditAudit({
    checker: new PaymentChecker(deployment),
    chain: twoNodes,
    foundSight: new FoundSight({
      chain: twoNodes,
      accounts: new AccountsStore(db, instanceId),
      movesThrough: movesOf(db, instanceId),
    }),
    recent: new RecentDepositsStore(db, instanceId),
    reversals: new DepositReversals({
      db,
      store,
      ledger,
      timeline,
      chain: SITE,
    }),
    log,
    metrics: makeMetrics(),
    nowMs: () => nowMs,
    reverseAfterMs: 2 * MINUTE_MS,
    onBalance: () => undefined,
  })
  return async (passedMs: number) => {
    nowMs += passedMs
    const term = await lease.term()
    if (!term) throw new Error('The lease is lost')
    await audit.tick(term, new AbortController().signal)
  }
}

/** The same fees and nonce make the same transaction. */
async function send(to: Address) {
  const hash = await chain.client.sendTransaction({
    ...chain.as(chain.payer),
    to,
    value: parseEther('0.05'),
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  })
  return chain.mined(hash)
}

/** A credited payment. @returns its player, and what undoes its blocks. */
async function credited() {
  const { client, ...made } = await house.newDepositor(api.origin)
  const player: Depositor = { client, ...made }
  const id = await chain.client.snapshot()
  await send(player.wallet)
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  const undo = async () => {
    await chain.client.revert({ id })
    await chain.mine(10)
  }
  /** The player by way of the API that runs now. */
  const now = () => ({ client: client.at(api.origin) })
  return { player, undo, now }
}

/** Keeps a player's row. @returns what lets it go. */
async function holdRowOf({ id }: Pick<Depositor, 'id'>) {
  const client = await house.pool.connect()
  await client.query('BEGIN')
  const { rows } = await client.query(
    'SELECT pg_backend_pid() AS pid FROM users WHERE id = $1 FOR UPDATE',
    [id],
  )
  const blocked = async () => {
    const waiting =
      'SELECT FROM pg_locks WHERE $1 = ANY (pg_blocking_pids(pid))'
    return (await house.pool.query(waiting, [rows[0].pid])).rowCount
  }
  const release = async () => {
    await client.query('ROLLBACK')
    client.release()
  }
  /** Until somebody waits for it. */
  const wanted = () => expect.poll(blocked, PATIENCE).toBeGreaterThan(0)
  return Object.assign(release, { wanted })
}

test('a credit is taken back once it was seen to be gone three times over two minutes', async () => {
  const { undo, now } = await credited()
  const look = await openAudit()
  await undo()
  await look(0)
  await look(MINUTE_MS)
  await look(MINUTE_MS - 1)
  expect(await balanceOf(now())).toBe(6_000)
  await look(1)
  expect(await depositsOf(now())).toMatchObject([
    { status: 'reversed', confirmations: 0, coins: 5_000, reason: REVERSED },
  ])
  expect(await balanceOf(now())).toBe(1_000)
  const { body } = await now().client.get('/api/transactions')
  expect(body).toMatchObject([
    { type: 'reversal', amount: -5_000, balanceAfter: 1_000 },
    { type: 'deposit', amount: 5_000 },
    { type: 'grant' },
  ])
  await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(1_000)
})

test('two sightings are not enough, however far apart', async () => {
  const { undo, now } = await credited()
  const look = await openAudit()
  await undo()
  await look(0)
  await look(10 * MINUTE_MS)
  expect(await balanceOf(now())).toBe(6_000)
})

test.each<[string, Fault]>([
  ['is down', down],
  ['shows the old branch still', repeating],
  ['has not come as far', behind(100)],
])('nothing is taken back while one node %s', async (_name, fault) => {
  const { undo, now } = await credited()
  const look = await openAudit()
  other.be(fault)
  // What repeats itself has to say it first.
  await look(0)
  await rememberedBy(other.url)
  await undo()
  for (let times = 0; times < 5; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(6_000)
})

/** Has a node tell of every block that there is. */
async function rememberedBy(url: string): Promise<void> {
  const head = await chain.client.getBlockNumber()
  for (let height = head; height > head - 10n; height--) {
    const block = `0x${height.toString(16)}`
    const body = {
      id: 1,
      method: 'eth_getBlockByNumber',
      params: [block, false],
    }
    await fetch(url, { method: 'POST', body: JSON.stringify(body) }).catch(
      () => undefined,
    )
  }
}

test('what is on the chain again is credited again, on the same row', async () => {
  const { player, undo, now } = await credited()
  const [before] = await depositsOf(now())
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(1_000)

  await send(player.wallet)
  await chain.mine(4)
  await look(MINUTE_MS)
  expect(await depositsOf(now())).toMatchObject([{ status: 'reversed' }])
  await chain.mine(1)
  await look(MINUTE_MS)
  await lease.release()
  await depositOnce(now(), { id: before?.id, status: 'confirmed' })
  expect(await balanceOf(now())).toBe(6_000)
})

test('a player who knows that it is back need not wait', async () => {
  const { player, undo, now } = await credited()
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  const { transactionHash: txHash } = await send(player.wallet)
  await chain.mine(5)
  const answer = await now().client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({ deposits: [{ status: 'confirmed' }] })
  expect(await balanceOf(now())).toBe(6_000)
})

test('a reversal and a recheck at once leave the payment credited once', async () => {
  const { player, undo, now } = await credited()
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 2; times++) await look(MINUTE_MS)
  const release = await holdRowOf(player)
  const reversing = look(MINUTE_MS)
  await release.wanted()
  const { transactionHash: txHash } = await send(player.wallet)
  await chain.mine(5)
  const recheck = () => now().client.post('/api/wallet/recheck', { txHash })
  const rechecking = recheck()
  await release()
  await Promise.all([reversing, rechecking])
  await recheck()
  await depositOnce(now(), { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(now())).toBe(6_000)
})

test('a credit whose payment moved to another block stays, and moves along', async () => {
  const { player, undo, now } = await credited()
  const look = await openAudit()
  await undo()
  await look(0)
  const { blockHash } = await send(player.wallet)
  await chain.mine(5)
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(6_000)
  const { rows } = await house.pool.query(
    'SELECT block_hash FROM crypto_deposits WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ block_hash: blockHash }])
})

test('a payment that fails in its new block is taken back too', async () => {
  const player = await house.newDepositor(api.origin)
  const id = await chain.client.snapshot()
  const token = chain.token(chain.deployment.tokens.GUMBY)
  const nonce = await chain.client.getTransactionCount({ address: chain.payer })
  const fees = {
    ...chain.as(chain.payer),
    maxFeePerGas: parseGwei('10'),
    maxPriorityFeePerGas: parseGwei('1'),
  }
  const amount = parseEther('10000')
  const transfer = () =>
    token.write.transfer([player.wallet, amount], { ...fees, nonce: nonce + 1 })
  await token.write.faucet([amount], { ...fees, nonce })
  const first = await transfer()
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 10_000 })
  const look = await openAudit()
  await chain.client.revert({ id })

  // Without the faucet's tokens before it, the same transfer is reverted.
  await chain.client.sendTransaction({ ...fees, nonce, to: chain.payer })
  await chain.client.setAutomine(false)
  const second = await transfer()
  await chain.mine(10)
  await chain.client.setAutomine(true)
  expect(second).toBe(first)
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  const there = { client: player.client.at(api.origin) }
  expect(await depositsOf(there)).toMatchObject([{ status: 'reversed' }])
  expect(await balanceOf(there)).toBe(1_000)
})

test('what was spent the house bears, and gets back when the payment is back', async () => {
  const { player, undo, now } = await credited()
  await now().client.post('/api/user/reset-balance')
  const houseBefore = await houseBalance()
  const look = await openAudit()
  await undo()
  for (let times = 0; times < 3; times++) await look(MINUTE_MS)
  expect(await balanceOf(now())).toBe(0)
  expect(await houseBalance()).toBe(houseBefore - 4_000)
  const reason =
    'The chain undid it, and what was left of its coins was taken back.'
  expect(await depositsOf(now())).toMatchObject([{ reason }])

  const { transactionHash: txHash } = await send(player.wallet)
  await chain.mine(5)
  const answer = await now().client.post('/api/wallet/recheck', { txHash })
  expect(answer.body).toMatchObject({ deposits: [{ status: 'confirmed' }] })
  expect(await balanceOf(now())).toBe(1_000)
  expect(await houseBalance()).toBe(houseBefore)
})

async function houseBalance(): Promise<number> {
  const { rows } = await house.pool.query<{ coins: string }>(
    'SELECT sum(house_balance) AS coins FROM global_stats',
  )
  return Number(rows[0]?.coins)
}
