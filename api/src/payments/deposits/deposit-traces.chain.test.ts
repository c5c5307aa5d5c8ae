import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { depositOnce, openChainServer } from '#testing/chain/chain-server.ts'
import { eventually } from '#testing/server/eventually.ts'
import {
  type ReceivedSpan,
  startTraceCollector,
} from '#testing/server/trace-collector.ts'

const collector = await startTraceCollector()
const env = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url }
const server = await openChainServer({ env })
const { chain } = server

/** Waits until the trace of a deposit is exported, and returns its root. */
function exportedDeposit(id: string): Promise<ReceivedSpan> {
  return eventually(() => {
    const found = collector
      .find('deposit')
      .find(({ attributes }) => attributes['deposit.id'] === id)
    if (!found) throw new Error('The deposit has no span yet')
    return found
  })
}

test('traces a deposit from its recording over node checks to the credit', async () => {
  const player = await server.newDepositor()
  const payment = await chain.pay(player.wallet, parseEther('0.05'))
  await depositOnce(player, { status: 'pending', confirmations: 1 })
  await chain.mine(4)
  await depositOnce(player, { status: 'pending', confirmations: 5 })
  await chain.mine(1)
  const { id } = await depositOnce(player, { status: 'confirmed' })

  const deposit = await exportedDeposit(id)
  expect(deposit.attributes).toMatchObject({
    'deposit.id': id,
    'deposit.asset': 'tBNB',
    'deposit.block': Number(payment.blockNumber),
    'deposit.status': 'confirmed',
    'deposit.coins': 5_000,
    'player.id': player.id,
  })
  const [[, ...steps] = []] = collector.getTree(deposit)
  expect(steps[0]).toBe('record')
  expect(steps.slice(-3)).toEqual(['confirm', 'verify', 'credit'])
  const text = collector.bodies.join('\n')
  for (const secret of [
    player.username,
    player.wallet,
    payment.transactionHash,
  ])
    expect(text).not.toContain(secret)
})

test('traces a rejected deposit to its rejection', async () => {
  const player = await server.newDepositor()
  await chain.send(chain.operator, player.wallet, parseEther('1'))
  await chain.mine(5)
  const { id } = await depositOnce(player, { status: 'rejected' })
  const { attributes } = await exportedDeposit(id)
  expect(attributes['deposit.status']).toBe('rejected')
})
