import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { newAddress } from '#testing/chain/sweep-harness.ts'
import { runScript } from '#testing/process/run-script.ts'

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

/** A player whose deposits have brought their coins. */
async function creditedDepositor(): Promise<Depositor> {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.payToken(GUMBY, player.wallet, parseEther('200'))
  await chain.mine(5)
  await expect.poll(() => balanceOf(player)).toBe(6_200)
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

test('a dry run says what would move, and writes nothing', async () => {
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

test('what was paid before and after a sweep is credited once, and no coin moves by it', async () => {
  const player = await creditedDepositor()
  const { wallet } = player
  const { transactions, postings } = await written()
  const swept = await sweep()
  expect(swept).toMatchObject({ code: 0, stderr: '' })
  expect(swept.stdout).toMatch(/Sweep \d+ is done\.\n$/)
  expect(await chain.client.getBalance({ address: wallet })).toBe(0n)
  expect(await chain.token(GUMBY).read.balanceOf([wallet])).toBe(0n)
  expect(await written()).toMatchObject({ transactions, postings })

  await chain.pay(wallet, parseEther('0.02'))
  await chain.mine(5)
  await expect.poll(() => balanceOf(player)).toBe(8_200)
  expect((await depositsOf(player)).map(({ status }) => status)).toEqual([
    'confirmed',
    'confirmed',
    'confirmed',
  ])
  const { rows } = await server.pool.query(
    'SELECT requested_by, treasury FROM sweeps ORDER BY id DESC LIMIT 1',
  )
  expect(rows).toEqual([
    { requested_by: expect.stringContaining('@'), treasury: TREASURY },
  ])
})

test('a sweep by command is in the audit log, with who and why', async () => {
  await creditedDepositor()
  const why = 'The month is over.'
  const { stdout } = await sweep(['--asset', 'GUMBY', '--reason', why])
  const id = /^Sweep (\d+) is done\.$/m.exec(stdout)?.[1]
  const { rows } = await server.pool.query(
    `SELECT actor, target, after, reason FROM operator_actions
     WHERE action = 'sweep' ORDER BY id DESC LIMIT 1`,
  )
  expect(rows).toEqual([
    {
      actor: expect.stringContaining('@'),
      target: `sweep ${id}`,
      after: { treasury: TREASURY, moves: 1 },
      reason: why,
    },
  ])
})

test('one asset can be swept alone, from an amount on', async () => {
  const { wallet } = await creditedDepositor()
  const args = ['--asset', 'GUMBY', '--minimum']
  expect((await sweep([...args, '200.1'])).stdout).toContain('Nothing to do.')
  await sweep([...args, '200'])
  expect(await chain.token(GUMBY).read.balanceOf([wallet])).toBe(0n)
  expect(await chain.client.getBalance({ address: wallet })).toBeGreaterThan(
    parseEther('0.0499'),
  )
})

test('gas that the house brings, and payments of the treasury, are no deposits', async () => {
  const player = await server.newDepositor()
  const { wallet } = player
  await chain.payToken(GUMBY, wallet, parseEther('100'))
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed' })
  expect((await sweep(['--asset', 'GUMBY'])).code).toBe(0)
  await chain.client.impersonateAccount({ address: TREASURY })
  const value = parseEther('1')
  await chain.client.setBalance({ address: TREASURY, value: value * 2n })
  await chain.mined(
    await chain.client.sendTransaction({
      ...chain.as(TREASURY),
      to: wallet,
      value,
    }),
  )
  await chain.mine(5)
  await expect
    .poll(() => depositsOf(player))
    .toEqual([
      expect.objectContaining({ amount: '1', status: 'rejected' }),
      expect.objectContaining({ cryptoType: 'tBNB', status: 'rejected' }),
      expect.objectContaining({ cryptoType: 'GUMBY', status: 'confirmed' }),
    ])
  expect(await balanceOf(player)).toBe(1_100)
})

test('a treasury that is not the house’s own is named as the reason', async () => {
  const { wallet } = await creditedDepositor()
  const other = newAddress()
  const { code, stderr } = await sweep([], { TREASURY_ADDRESS: other })
  expect(code).toBe(1)
  expect(stderr).toContain("the API's TREASURY_ADDRESS is another one")
  expect(await chain.client.getBalance({ address: wallet })).toBe(
    parseEther('0.05'),
  )
})

test.each([
  ['no treasury', () => '', 'Set TREASURY_ADDRESS'],
  [
    'a player’s wallet for one',
    async () => (await server.newDepositor()).wallet,
    'TREASURY_ADDRESS is the wallet of a player.',
  ],
  ['a token for one', () => GUMBY, 'TREASURY_ADDRESS is a contract'],
])('with %s nothing is swept', async (_name, treasury, said) => {
  const before = await written()
  const { code, stderr } = await sweep([], {
    TREASURY_ADDRESS: await treasury(),
  })
  expect(code).toBe(1)
  expect(stderr).toContain(said)
  expect((await written()).sweeps).toBe(before.sweeps)
})
