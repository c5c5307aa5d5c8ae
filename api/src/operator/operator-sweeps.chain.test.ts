import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  operatorSweepDetails,
  operatorSweepPlan,
  operatorSweeps,
} from '#core/api/operator/chain.ts'
import { openUnindexedServer } from '#testing/chain/chain-server.ts'
import { newOperator } from '#testing/player/test-operator.ts'
import { newPlayer } from '#testing/player/test-player.ts'

const TREASURY = `0x${'7e'.repeat(20)}`
const server = await openUnindexedServer({
  env: { TREASURY_ADDRESS: TREASURY },
})
const { client: operator } = await newOperator(server)
const SWEEPS = '/api/operator/sweeps'
const ILLEGAL = { status: 409, body: { code: 'illegal_action' } }

test('plans a sweep without effect, starts it once and logs it', async () => {
  const { wallet } = await server.newDepositor()
  await server.chain.pay(wallet, parseEther('0.5'))
  await server.chain.mine(6)
  const planned = await operator.post(`${SWEEPS}/plan`, { asset: 'tBNB' })
  expect(planned.status, planned.text).toBe(200)
  expect(operatorSweepPlan.parse(planned.body)).toMatchObject({
    treasury: TREASURY,
    moves: [{ wallet: wallet.toLowerCase(), asset: 'tBNB', amount: '0.5' }],
  })
  expect((await operator.get(SWEEPS)).body).toEqual({ sweeps: [] })
  const minimum = await operator.post(`${SWEEPS}/plan`, { minimum: '1' })
  expect(minimum).toMatchObject(ILLEGAL)

  const body = { asset: 'tBNB', reason: 'The week is over.' }
  const started = await operator.post(SWEEPS, body)
  expect(started.status, started.text).toBe(201)
  const { moves, sweep } = operatorSweepDetails.parse(started.body)
  expect(moves).toHaveLength(1)
  expect(await operator.post(SWEEPS, body)).toMatchObject(ILLEGAL)
  const details = await operator.get(`${SWEEPS}/${sweep.id}`)
  expect(operatorSweepDetails.parse(details.body).sweep.id).toBe(sweep.id)
  const listed = operatorSweeps.parse((await operator.get(SWEEPS)).body)
  expect(listed.sweeps).toMatchObject([{ id: sweep.id, moves: 1 }])
  const { rows } = await server.pool.query(
    `SELECT target, after, reason FROM operator_actions WHERE action = 'sweep'`,
  )
  expect(rows).toEqual([
    {
      target: `sweep ${sweep.id}`,
      after: { treasury: TREASURY, moves: 1 },
      reason: 'The week is over.',
    },
  ])
})

test('refuses to start a sweep without an operator account', async () => {
  const { OPERATOR_PRIVATE_KEY: _, ...env } = server.env
  const api = await server.startApi({ env })
  const { client } = await newOperator({
    ...api,
    newPlayer: (username) => newPlayer(api.origin, username),
  })
  const planned = await client.post(`${SWEEPS}/plan`, { asset: 'tBNB' })
  expect(planned.status, planned.text).toBe(200)
  const listed = async () => {
    const { sweeps } = operatorSweeps.parse((await client.get(SWEEPS)).body)
    return sweeps.map(({ id }) => id)
  }
  const before = await listed()
  const body = { asset: 'tBNB', reason: 'The week is over.' }
  expect(await client.post(SWEEPS, body)).toMatchObject({
    status: 503,
    body: { code: 'unavailable' },
  })
  expect(await listed()).toEqual(before)
})
