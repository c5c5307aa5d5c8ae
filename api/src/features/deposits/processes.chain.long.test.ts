import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  activeWallet,
  balanceOf,
  chainEnv,
  depositOnce,
  depositsOf,
  infoOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { startChain } from '#testing/chain/started-chain.ts'
import { TestIndexer } from '#testing/chain/test-indexer.ts'
import { runScript } from '#testing/process/run-child.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'

const server = await openChainServer()
const { chain } = server

/** Reads the term of who watches the deposits; undefined between terms. */
async function term(): Promise<number | undefined> {
  const { rows } = await server.pool.query<{ epoch: string }>(
    `SELECT epoch FROM leases
     WHERE name = 'deposits' AND expires_at > clock_timestamp()`,
  )
  return rows[0] && Number(rows[0].epoch)
}

test('two processes over one database credit everything once, and one goes on when the other ends', async () => {
  const player = await server.newDepositor()
  const next = await server.newDepositor()
  const other = await server.startApi({ env: server.env })
  for (const units of ['0.01', '0.02', '0.03', '0.04']) {
    await chain.pay(player.wallet, parseEther(units))
  }
  await chain.mine(5)
  const isConfirmed = expect.objectContaining({ status: 'confirmed' })
  await expect
    .poll(() => depositsOf(player))
    .toEqual(Array(4).fill(isConfirmed))
  expect(await balanceOf(player)).toBe(11_000)

  const before = await term()
  await server.close()
  await chain.pay(next.wallet, parseEther('0.01'))
  await chain.mine(5)
  const there = { client: next.client.at(other.origin) }
  await depositOnce(there, { status: 'confirmed' })
  expect(await term()).toBe((before ?? 0) + 1)
  await other.close()
})

test('a process that goes on after one killed in mid-credit credits once', async () => {
  const child = runScript('../api/src/main.ts', {
    ...TEST_SECRETS,
    ...server.env,
    DATABASE_URL: server.databaseUrl,
    PORT: '0',
  })
  const port = await child.says(/"port":(\d+)/)
  const player = await server.newDepositor(`http://127.0.0.1:${port}`)
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(4)
  await depositOnce(player, { confirmations: 5 })

  const blocker = await server.pool.connect()
  await blocker.query('BEGIN')
  await blocker.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [player.id])
  await chain.mine(1)
  await expect.poll(creditsAtLock).toBe(1)
  child.process.kill('SIGKILL')
  await child.ended
  await blocker.query('ROLLBACK')
  blocker.release()

  const next = await server.startApi({ env: server.env })
  const there = { client: player.client.at(next.origin) }
  await depositOnce(there, { status: 'confirmed', coins: 5_000 })
  expect(await balanceOf(there)).toBe(6_000)
  const { body } = await there.client.get('/api/transactions?type=deposit')
  expect(body).toHaveLength(1)
  await next.close()
})

/** Counts credits that are held up at the player's row. */
async function creditsAtLock(): Promise<number> {
  const { rowCount } = await server.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
     AND datname = current_database()
     AND query LIKE 'SELECT balance FROM users%'`,
  )
  return rowCount ?? 0
}

test('a re-created chain has wallets registered again, and deposits become history', async () => {
  const api = await server.startApi({ env: server.env })
  const player = await server.newDepositor(api.origin)
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(5)
  await depositOnce(player, { status: 'confirmed', coins: 5_000 })
  await chain.pay(player.wallet, parseEther('0.01'))
  await expect.poll(async () => (await depositsOf(player)).length).toBe(2)
  await api.close()

  const renewed = await startChain()
  const { client } = renewed
  await client.setIntervalMining({ interval: 0 })
  await client.setAutomine(false)
  const later = await server.startApi({ env: chainEnv(renewed) })
  const there = { client: player.client.at(later.origin) }
  const info = await infoOf(there)
  expect(info).toMatchObject({ state: 'activating', address: null })
  expect(info.deposits).toMatchObject([
    { amount: '0.01', status: 'rejected', reason: 'Earlier chain' },
    { amount: '0.05', status: 'confirmed', reason: 'Earlier chain' },
  ])

  await client.setAutomine(true)
  // Sent before there was automining, it waits for a block.
  await expect
    .poll(async () => {
      await renewed.mine(1)
      return (await infoOf(there)).state
    })
    .toBe('active')
  expect(await activeWallet(there)).toBe(player.wallet)
  const indexer = new TestIndexer(server.pool, renewed)
  await indexer.open()
  const stop = indexer.follow()
  await renewed.pay(player.wallet, parseEther('0.02'))
  await renewed.mine(5)
  await expect
    .poll(async () => (await depositsOf(there))[0])
    .toMatchObject({ amount: '0.02', status: 'confirmed' })
  expect(await balanceOf(there)).toBe(1_000 + 5_000 + 2_000)
  await later.close()
  await stop()
  await renewed.stop()
})
