import { parseEther } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import {
  activeWallet,
  balanceOf,
  chainEnv,
  depositOnce,
  depositsOf,
  infoOf,
  openUnindexedServer,
} from '#testing/chain/chain-server.ts'
import { startChain, startIndexer } from '#testing/chain/started-chain.ts'

const server = await openUnindexedServer()

test('on a re-created chain wallets are registered again, and deposits are history', async () => {
  const { chain } = server
  const earlier = await startIndexer(chain, server.databaseUrl)
  const player = await server.newDepositor()
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  await chain.pay(player.wallet, parseEther('0.01'))
  await expect.poll(async () => (await depositsOf(player)).length).toBe(2)
  await server.close()
  await earlier.stop()

  const next = await startChain()
  await next.client.setIntervalMining({ interval: 0 })
  await next.client.setAutomine(false)
  const api = await server.startApi({ env: chainEnv(next) })
  const there = { client: player.client.at(api.origin) }
  const info = await infoOf(there)
  expect(info).toMatchObject({ state: 'activating', address: null })
  expect(info.deposits).toMatchObject([
    { amount: '0.01', status: 'rejected', reason: 'Earlier chain' },
    { amount: '0.05', status: 'confirmed', reason: 'Earlier chain' },
  ])

  await next.client.setAutomine(true)
  // Sent before there was automining, it waits for a block.
  await expect
    .poll(async () => {
      await next.mine(1)
      return (await infoOf(there)).state
    })
    .toBe('active')
  expect(await activeWallet(there)).toBe(player.wallet)
  const indexer = await startIndexer(next, server.databaseUrl)
  onTestFinished(async () => {
    await indexer.stop()
    await next.stop()
  })
  await next.mine(1)
  await next.pay(player.wallet, parseEther('0.02'))
  await next.mine(5)
  await expect
    .poll(async () => (await depositsOf(there))[0])
    .toMatchObject({ amount: '0.02', status: 'confirmed' })
  expect(await balanceOf(there)).toBe(1_000 + 5_000 + 2_000)
})
