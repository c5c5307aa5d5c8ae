import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { MINUTE_MS } from '#core/durations.ts'
import {
  depositOnce,
  readBalance,
  readDeposits,
} from '#testing/chain/chain-server.ts'
import { openReversalServer } from '#testing/chain/reversal-server.ts'
import { openChain } from '../../../platform/chain/nodes/chain.ts'
import { makeLogger } from '../../../platform/logger.ts'
import { auditDeposits } from '../operator/deposit-audit.service.ts'

const server = await openReversalServer()
const { chain, credited, createAudit } = server
const { client } = chain

test('does not credit a payment that is reorged out before six confirmations', async () => {
  const player = await server.newDepositor()
  const id = await client.snapshot()
  await chain.payAlike(player.wallet)
  await chain.mine(4)
  await depositOnce(player, { status: 'pending', confirmations: 5 })

  await client.revert({ id })
  await chain.mine(12)
  const reason = 'It isn’t on the chain right now.'
  const unseen = { status: 'pending', confirmations: 0, reason }
  await depositOnce(player, unseen)
  expect(await readBalance(player)).toBe(1_000)
})

test('credits a payment that moves to a later block once, six confirmations after that', async () => {
  const player = await server.newDepositor()
  const id = await client.snapshot()
  const first = await chain.payAlike(player.wallet)
  await chain.mine(3)
  const before = await depositOnce(player, { confirmations: 4 })

  await client.revert({ id })
  await chain.mine(6)
  await depositOnce(player, { confirmations: 0 })
  const second = await chain.payAlike(player.wallet)
  expect(second.transactionHash).toBe(first.transactionHash)
  expect(second.blockNumber).toBeGreaterThan(first.blockNumber)
  await chain.mine(4)
  await depositOnce(player, { status: 'pending', confirmations: 5 })
  expect(await readBalance(player)).toBe(1_000)
  await chain.mine(1)
  await depositOnce(player, { id: before.id, status: 'confirmed' })
  expect(await readBalance(player)).toBe(6_000)
})

test('reverses a credit that is missing three times over two minutes', async () => {
  const { player, undo } = await credited()
  const audit = createAudit()
  await undo()
  await audit(0, MINUTE_MS, MINUTE_MS - 1)
  expect(await readBalance(player)).toBe(6_000)
  await audit(1)
  const reason =
    'A chain reorganization removed it, and its coins were taken back.'
  expect(await readDeposits(player)).toMatchObject([
    { status: 'reversed', confirmations: 0, coins: 5_000, reason },
  ])
  expect(await readBalance(player)).toBe(1_000)
  const { body } = await player.client.get('/api/transactions')
  expect(body).toMatchObject([
    { type: 'reversal', amount: -5_000, balanceAfter: 1_000 },
    { type: 'deposit', amount: 5_000 },
    { type: 'grant' },
  ])
  await audit(MINUTE_MS)
  expect(await readBalance(player)).toBe(1_000)
})

test('credits a reversed payment again on the same row when it is mined again', async () => {
  const { player, undo } = await credited()
  const [before] = await readDeposits(player)
  const audit = createAudit()
  await undo()
  await audit(0, MINUTE_MS, MINUTE_MS)
  expect(await readBalance(player)).toBe(1_000)

  await chain.payAlike(player.wallet)
  await chain.mine(4)
  await audit(MINUTE_MS)
  expect(await readDeposits(player)).toMatchObject([{ status: 'reversed' }])
  await chain.mine(1)
  await audit(MINUTE_MS)
  await chain.mine(1)
  await depositOnce(player, { id: before?.id, status: 'confirmed' })
  expect(await readBalance(player)).toBe(6_000)
})

test('keeps a credit whose payment moved, and stores the new block', async () => {
  const { player, undo } = await credited()
  const audit = createAudit()
  await undo()
  await audit(0)
  const { blockHash } = await chain.payAlike(player.wallet)
  await chain.mine(5)
  await audit(MINUTE_MS, MINUTE_MS, MINUTE_MS)
  expect(await readBalance(player)).toBe(6_000)
  const { rows } = await server.pool.query(
    'SELECT block_hash FROM crypto_deposits WHERE user_id = $1',
    [player.id],
  )
  expect(rows).toEqual([{ block_hash: blockHash }])
})

test('reports a credit that was reorged out in the audit', async () => {
  const { deployment, env } = chain
  const log = makeLogger('silent')
  const own = await openChain({ rpcUrls: [env.RPC_URL], deployment }, { log })
  const violations = async () => {
    const findings = await auditDeposits(server.platform.db, own)
    return findings.map((finding) => finding.violations)
  }
  const player = await server.newDepositor()
  const before = await violations()
  const id = await client.snapshot()
  const { GUMBY } = deployment.tokens
  await chain.payToken(GUMBY, player.wallet, parseEther('100'))
  await chain.mine(6)
  await depositOnce(player, { status: 'confirmed' })
  expect(await violations()).toEqual(before)
  await client.revert({ id })
  await chain.mine(20)
  expect(await violations()).toEqual(before.map((count) => count + 1))
})
