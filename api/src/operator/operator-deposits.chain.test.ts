import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  operatorDeposit,
  operatorDepositDetails,
  operatorDeposits,
} from '#core/api/operator/deposits.ts'
import { operatorOverview } from '#core/api/operator/overview.ts'
import {
  type Depositor,
  depositOnce,
  openChainServer,
  readBalance,
} from '#testing/chain/chain-server.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { runScript } from '#testing/process/run-script.ts'

const server = await openChainServer()
const { chain } = server
const { client: operator } = await newOperator(server)
const reason = 'A report.'
const MOST = Number.MAX_SAFE_INTEGER
const FINAL = { confirmations: 6 }
const CONFIRMED = { status: 'confirmed' }

/** Pays a new player, and waits until the payment is final or settled. */
async function paidDeposit(
  amount: string,
  awaited: object,
  player?: Depositor,
): Promise<{ player: Depositor; id: string; path: string }> {
  const owner = player ?? (await server.newDepositor())
  await chain.pay(owner.wallet, parseEther(amount))
  await chain.mine(5)
  const { id } = await depositOnce(owner, awaited)
  return { player: owner, id, path: `/api/operator/deposits/${id}` }
}

const decide = (path: string, decision: 'credit' | 'reject') =>
  operator.post(`${path}/decide`, { decision, reason })
const ILLEGAL = { status: 409, body: { code: 'illegal_action' } }

async function readState(path: string) {
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

test('rejects a deposit above the balance limit once', async () => {
  const rich = await server.newDepositor()
  await server.modules.ledger.service.grant(rich.id, MOST - 1_000 - 500)
  const { player, path } = await paidDeposit('0.01', FINAL, rich)
  await expect
    .poll(() => readState(path))
    .toMatchObject({ isDecidable: true, status: 'pending' })
  const credit = await decide(path, 'credit')
  expect(credit).toMatchObject({ status: 409, body: { code: 'balance_limit' } })
  expect(await readBalance(player)).toBe(MOST - 500)
  expect(await logged(path)).toEqual([])

  const first = await decide(path, 'reject')
  expect(first.status, first.text).toBe(200)
  expect(operatorDeposit.parse(first.body)).toMatchObject({
    status: 'rejected',
    coins: 0,
    reason: 'The operator rejected it: A report.',
    isDecidable: false,
  })
  expect((await decide(path, 'reject')).body).toEqual(first.body)
  await player.client.post('/api/user/reset-balance')
  await chain.mine(3)
  await depositOnce(player, { status: 'rejected' })
  expect(await readBalance(player)).toBe(1_000)
  expect(await logged(path)).toEqual([
    {
      action: 'reject_deposit',
      before: { status: 'pending', coins: 1_000 },
      after: { status: 'rejected', coins: 0, chain: 'genuine' },
      reason,
    },
  ])
  expect(await decide(path, 'credit')).toMatchObject({ status: 409 })
})

test('lets an operator credit a deposit while deposits are paused', async () => {
  const gameType = 'Deposits'
  const pause = { gameType, notice: 'We look at the chain.', reason }
  const paused = await operator.post('/api/operator/pauses', pause)
  expect(paused.status, paused.text).toBe(200)
  const { player, id, path } = await paidDeposit('0.02', FINAL)
  await chain.mine(2)
  expect(await readBalance(player)).toBe(1_000)
  // The rules would settle it within seconds, were it not paused.
  expect(await decide(path, 'credit')).toMatchObject(ILLEGAL)
  await server.pool.query(
    `UPDATE crypto_deposits SET created_at = created_at - interval '3 minutes' WHERE id = $1`,
    [id],
  )
  const answers = await Promise.all([
    decide(path, 'credit'),
    decide(path, 'credit'),
  ])
  expect(answers.map(({ status }) => status)).toContain(200)
  expect(await readBalance(player)).toBe(3_000)
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
  await operator.post('/api/operator/pauses/end', { gameType, reason })
})

test('rechecks a settled deposit by route and command, and refuses to decide it', async () => {
  const { player, id, path } = await paidDeposit('0.03', CONFIRMED)
  expect(await decide(path, 'reject')).toMatchObject(ILLEGAL)
  const rechecked = await operator.post(`${path}/recheck`, { reason })
  expect(rechecked.status, rechecked.text).toBe(200)
  const words = ['deposits', 'recheck', id, 'A', 'report.']
  const env = { ...server.env, DATABASE_URL: server.databaseUrl }
  const { code, stderr, stdout } = await runScript('operator.ts', words, env)
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
  expect(stdout).toContain('confirmed')
  expect(await readBalance(player)).toBe(4_000)
  const action = { action: 'recheck_deposit', reason }
  expect(await logged(path)).toMatchObject([action, action])

  const found = await operator.get(
    `/api/operator/deposits?player=${player.id}&status=confirmed`,
  )
  expect(operatorDeposits.parse(found.body).deposits).toMatchObject([
    { id, asset: 'tBNB', amount: '0.03', coins: 3_000, isHistory: false },
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
