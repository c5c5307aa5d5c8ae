import { parseEther } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import {
  type Depositor,
  openChainServer,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import { startPublicEndpoint } from '#testing/chain/public-endpoint.ts'
import { MINIMUMS, newAddress } from '#testing/chain/sweep-harness.ts'
import { runScript } from '#testing/process/run-script.ts'
import { openChain } from '../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../platform/logger.ts'
import { planSweep } from './sweep-plan.service.ts'

const TREASURY = '0x00000000000000000000000000000000000071e5'
const server = await openChainServer({ env: { TREASURY_ADDRESS: TREASURY } })
const { chain } = server
const { GUMBY } = chain.deployment.tokens

function sweep(args: string[] = [], env: NodeJS.ProcessEnv = {}) {
  return runScript('operator.ts', ['sweep', ...args], {
    ...server.env,
    DATABASE_URL: server.databaseUrl,
    ...env,
  })
}

/** Creates a player with credited deposits. */
async function creditedDepositor(): Promise<Depositor> {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.payToken(GUMBY, player.wallet, parseEther('200'))
  await chain.mine(5)
  await expect.poll(() => readBalance(player)).toBe(6_200)
  return player
}

async function written() {
  const { rows } = await server.pool.query(
    `SELECT (SELECT count(*) FROM sweeps) AS sweeps,
       (SELECT count(*) FROM sweep_moves) AS moves,
       (SELECT count(*) FROM outbox_transactions) AS outbox,
       (SELECT count(*) FROM transactions) AS transactions,
       (SELECT count(*) FROM batches) AS postings`,
  )
  return rows[0]
}

test('prints the plan in a dry run and writes nothing', async () => {
  const { wallet } = await creditedDepositor()
  const before = await written()
  const { code, stdout, stderr } = await sweep(['--dry-run'])
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain(`To ${TREASURY} on Local Hardhat chain:`)
  expect(stdout).toContain(`${wallet.toLowerCase()}  200 GUMBY\n`)
  expect(stdout).toContain(`${wallet.toLowerCase()}  0.05 tBNB, less its fee\n`)
  expect(stdout).toMatch(/fees of about 0\.000\d+ tBNB/)
  expect(await written()).toEqual(before)
  expect(await chain.client.getBalance({ address: wallet })).toBe(
    parseEther('0.05'),
  )
})

test('credits payments before and after a sweep once, and posts nothing for the sweep', async () => {
  const player = await creditedDepositor()
  const { wallet } = player
  const { transactions, postings } = await written()
  const why = 'The month is over.'
  const swept = await sweep(['--reason', why])
  expect(swept).toMatchObject({ code: 0, stderr: '' })
  const id = /^Sweep (\d+) is done\.$/m.exec(swept.stdout)?.[1]
  expect(await chain.client.getBalance({ address: wallet })).toBe(0n)
  expect(await chain.token(GUMBY).read.balanceOf([wallet])).toBe(0n)
  expect(await written()).toMatchObject({ transactions, postings })
  const { rows } = await server.pool.query(
    `SELECT actor, target, after ->> 'treasury' AS treasury, reason
     FROM operator_actions WHERE action = 'sweep' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([
    {
      actor: expect.stringContaining('@'),
      target: `sweep ${id}`,
      treasury: TREASURY,
      reason: why,
    },
  ])

  await chain.pay(wallet, parseEther('0.02'))
  await chain.mine(5)
  await expect.poll(() => readBalance(player)).toBe(8_200)
  const statuses = (await readDeposits(player)).map(({ status }) => status)
  expect(statuses).toEqual(Array(3).fill('confirmed'))
})

test('sweeps a single asset above a minimum, and credits neither gas nor treasury payments', async () => {
  const player = await server.newDepositor()
  const { wallet } = player
  await chain.payToken(GUMBY, wallet, parseEther('200'))
  await chain.mine(5)
  await expect.poll(() => readBalance(player)).toBe(1_200)
  const args = ['--asset', 'GUMBY', '--minimum']
  expect((await sweep([...args, '200.1'])).stdout).toContain('Nothing to do.')
  await sweep([...args, '200'])
  expect(await chain.token(GUMBY).read.balanceOf([wallet])).toBe(0n)

  await chain.client.impersonateAccount({ address: TREASURY })
  const value = parseEther('1')
  await chain.client.setBalance({ address: TREASURY, value: value * 2n })
  await chain.send(TREASURY, wallet, value)
  await chain.mine(5)
  await expect
    .poll(() => readDeposits(player))
    .toEqual([
      expect.objectContaining({ amount: '1', status: 'rejected' }),
      expect.objectContaining({ cryptoType: 'tBNB', status: 'rejected' }),
      expect.objectContaining({ cryptoType: 'GUMBY', status: 'confirmed' }),
    ])
  expect(await readBalance(player)).toBe(1_200)
})

test.each([
  ['no treasury', () => '', 'Set TREASURY_ADDRESS'],
  [
    'another treasury than the API',
    () => `0x${'7f'.repeat(20)}`,
    'its TREASURY_ADDRESS is another one',
  ],
  [
    'a player’s wallet for one',
    async () => (await server.newDepositor()).wallet,
    'TREASURY_ADDRESS is a player’s wallet.',
  ],
  [
    'a token for one',
    () => GUMBY,
    'TREASURY_ADDRESS is one of the casino’s own contracts',
  ],
])('sweeps nothing with %s', async (_name, treasury, refusal) => {
  const { wallet } = await creditedDepositor()
  const TREASURY_ADDRESS = await treasury()
  const { code, stderr } = await sweep([], { TREASURY_ADDRESS })
  expect(code).toBe(1)
  expect(stderr).toContain(refusal)
  expect(await chain.client.getBalance({ address: wallet })).toBe(
    parseEther('0.05'),
  )
})

test('plans many wallets through a node that limits the rate', async () => {
  const url = String(server.env.RPC_URL)
  const endpoint = await startPublicEndpoint(url, { ratePerSecond: 5 })
  onTestFinished(endpoint.close)
  const { deployment } = chain
  const nodes = { rpcUrls: [endpoint.url], deployment }
  const limited = await openChain(nodes, { log: makeLogger('silent') })
  const { wallet } = await creditedDepositor()
  const wallets = Array.from({ length: 120 }, newAddress)
  const plan = await planSweep(limited, {
    wallets: [...wallets, wallet],
    treasury: TREASURY,
    minimums: MINIMUMS,
  })
  expect(plan.moves).toMatchObject([{ asset: 'GUMBY' }, { asset: 'tBNB' }])
})
