import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  operatorDeposit,
  operatorDepositDetails,
  operatorDeposits,
} from '#core/schemas/operator/deposits.ts'
import { operatorOverview } from '#core/schemas/operator/overview.ts'
import {
  balanceOf,
  type Depositor,
  depositOnce,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { runScript } from '#testing/process/run-script.ts'

const server = await openChainServer()
const { chain } = server
const { client: operator } = await newOperator(server)
const reason = 'A report.'
const MOST = Number.MAX_SAFE_INTEGER

/** A deposit of 1000 coins that its player's balance can not hold. */
async function waitingDeposit(): Promise<{ player: Depositor; path: string }> {
  const player = await server.newDepositor()
  await server.features.ledger.service.grant(player.id, MOST - 1_000 - 500)
  await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  const { id } = await depositOnce(player, { confirmations: 6 })
  const path = `/api/operator/deposits/${id}`
  await expect
    .poll(() => stateOf(path))
    .toMatchObject({
      isDecidable: true,
      status: 'pending',
    })
  return { player, path }
}

async function stateOf(path: string) {
  const answer = await operator.get(path)
  expect(answer.status, answer.text).toBe(200)
  return operatorDepositDetails.parse(answer.body).deposit
}

async function logged(path: string) {
  const target = `deposit ${path.split('/').at(-1)}`
  const { rows } = await server.pool.query(
    'SELECT action, before, after, reason FROM operator_actions WHERE target = $1 ORDER BY id',
    [target],
  )
  return rows
}

test('a credit waits for room in the balance as any other does', async () => {
  const { player, path } = await waitingDeposit()
  const answer = await operator.post(`${path}/decide`, {
    decision: 'credit',
    reason,
  })
  expect(answer).toMatchObject({ status: 409, body: { code: 'balance_limit' } })
  expect(await balanceOf(player)).toBe(MOST - 500)
  expect(await logged(path)).toEqual([])
})

test('a deposit that is rejected brings nothing, once and for all', async () => {
  const { player, path } = await waitingDeposit()
  const decide = () =>
    operator.post(`${path}/decide`, { decision: 'reject', reason })
  const first = await decide()
  expect(first.status, first.text).toBe(200)
  expect(operatorDeposit.parse(first.body)).toMatchObject({
    status: 'rejected',
    coins: 0,
    reason: 'The house does not credit it: A report.',
    isDecidable: false,
  })
  expect((await decide()).body).toEqual(first.body)
  await player.client.post('/api/user/reset-balance')
  await chain.mine(3)
  await depositOnce(player, { status: 'rejected' })
  expect(await balanceOf(player)).toBe(1_000)
  expect(await logged(path)).toEqual([
    {
      action: 'reject_deposit',
      before: { status: 'pending', coins: 1_000 },
      after: { status: 'rejected', coins: 0, chain: 'genuine' },
      reason,
    },
  ])
  const credit = await operator.post(`${path}/decide`, {
    decision: 'credit',
    reason,
  })
  expect(credit).toMatchObject({ status: 409 })
})

test('while deposits are paused credits wait, and an operator may still give one', async () => {
  const paused = await operator.post('/api/operator/pauses', {
    gameType: 'Deposits',
    notice: 'We look at the chain.',
    reason,
  })
  expect(paused.status, paused.text).toBe(200)
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.02'))
  await chain.mine(5)
  const { id } = await depositOnce(player, { confirmations: 6 })
  const path = `/api/operator/deposits/${id}`
  await chain.mine(2)
  expect(await balanceOf(player)).toBe(1_000)
  const decide = () =>
    operator.post(`${path}/decide`, { decision: 'credit', reason })
  // The rules would settle it within seconds, were it not paused.
  expect(await decide()).toMatchObject({
    status: 409,
    body: { code: 'illegal_action' },
  })
  await server.pool.query(
    `UPDATE crypto_deposits SET created_at = created_at - interval '3 minutes' WHERE id = $1`,
    [id],
  )
  const answers = await Promise.all([decide(), decide()])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await balanceOf(player)).toBe(3_000)
  expect(await logged(path)).toEqual([
    {
      action: 'credit_deposit',
      before: { status: 'pending', coins: 2_000 },
      after: { status: 'confirmed', coins: 2_000, chain: 'genuine' },
      reason,
    },
  ])
  const details = operatorDepositDetails.parse((await operator.get(path)).body)
  expect(details.transactions).toMatchObject([
    { type: 'deposit', amount: 2_000, metadata: { depositId: id } },
  ])
  expect(details.checks).toContainEqual(
    expect.objectContaining({ name: 'chain', state: 'passed' }),
  )
  expect(details.actions).toHaveLength(1)
  await operator.post('/api/operator/pauses/end', {
    gameType: 'Deposits',
    reason,
  })
})

test('what is settled is not decided, and is looked at once more', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.03'))
  await chain.mine(5)
  const { id } = await depositOnce(player, { status: 'confirmed' })
  const path = `/api/operator/deposits/${id}`
  const decided = await operator.post(`${path}/decide`, {
    decision: 'reject',
    reason,
  })
  expect(decided).toMatchObject({
    status: 409,
    body: { code: 'illegal_action' },
  })
  const rechecked = await operator.post(`${path}/recheck`, { reason })
  expect(rechecked.status, rechecked.text).toBe(200)
  expect(await balanceOf(player)).toBe(4_000)
  expect(await logged(path)).toMatchObject([{ action: 'recheck_deposit' }])
})

test('a command looks once more as the route does', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.03'))
  await chain.mine(5)
  const { id } = await depositOnce(player, { status: 'confirmed' })
  const words = ['deposits', 'recheck', id, 'A', 'report.']
  const { code, stderr, stdout } = await runScript('operator.ts', words, {
    ...server.env,
    DATABASE_URL: server.databaseUrl,
  })
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('confirmed')
  expect(await balanceOf(player)).toBe(4_000)
  expect(await logged(id)).toMatchObject([
    { action: 'recheck_deposit', reason },
  ])
})

test('deposits are found by player and state, and the overview counts them', async () => {
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.04'))
  await chain.mine(5)
  const { id } = await depositOnce(player, { status: 'confirmed' })
  const found = await operator.get(
    `/api/operator/deposits?player=${player.id}&status=confirmed`,
  )
  expect(operatorDeposits.parse(found.body).deposits).toMatchObject([
    { id, asset: 'tBNB', amount: '0.04', coins: 4_000, isHistory: false },
  ])
  const { body } = await operator.get('/api/operator/overview')
  const { deposits, outbox } = operatorOverview.parse(body)
  const { rows } = await server.pool.query(
    `SELECT status, count(*)::int AS count, sum(coins)::float AS coins
     FROM crypto_deposits GROUP BY status ORDER BY status`,
  )
  expect(deposits?.lastDay).toEqual(rows)
  expect(outbox?.gas?.isLow).toBe(false)
})
