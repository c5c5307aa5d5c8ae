import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import {
  balanceOf,
  depositOnce,
  depositsOf,
  openChainServer,
} from '#testing/chain/chain-server.ts'
import { runScript } from '#testing/process/run-child.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'

const server = await openChainServer()
const { chain } = server

/** An API in a process of its own, which can be killed. */
async function spawnApi() {
  const child = runScript('../api/src/main.ts', {
    ...TEST_SECRETS,
    ...server.env,
    DATABASE_URL: server.databaseUrl,
    PORT: '0',
  })
  const port = await child.says(/"port":(\d+)/)
  return { child, origin: `http://127.0.0.1:${port}` }
}

/** The current term of who watches the deposits; undefined between terms. */
async function term(): Promise<number | undefined> {
  const { rows } = await server.pool.query<{ epoch: string }>(
    `SELECT epoch FROM leases
     WHERE name = 'deposits' AND expires_at > clock_timestamp()`,
  )
  return rows[0] && Number(rows[0].epoch)
}

test('two processes over one database credit everything once', async () => {
  const other = await server.startApi({ env: server.env })
  const player = await server.newDepositor()
  for (const units of ['0.01', '0.02', '0.03', '0.04']) {
    await chain.pay(player.wallet, parseEther(units))
  }
  await chain.mine(5)
  const isConfirmed = expect.objectContaining({ status: 'confirmed' })
  await expect
    .poll(() => depositsOf(player))
    .toEqual(Array(4).fill(isConfirmed))
  expect(await balanceOf(player)).toBe(11_000)
  await other.close()
})

test('when the leading process ends, another one goes on', async () => {
  const player = await server.newDepositor()
  const other = await server.startApi({ env: server.env })
  const before = await term()
  await server.close()
  await chain.pay(player.wallet, parseEther('0.01'))
  await chain.mine(5)
  const there = { client: player.client.at(other.origin) }
  await depositOnce(there, { status: 'confirmed' })
  expect(await term()).toBe((before ?? 0) + 1)
  await other.close()
})

test('what a process was killed over in mid-credit, the next credits once', async () => {
  const { child, origin } = await spawnApi()
  const player = await server.newDepositor(origin)
  await chain.pay(player.wallet, parseEther('0.05'))
  await chain.mine(4)
  await depositOnce(player, { confirmations: 5 })

  const blocker = await server.pool.connect()
  await blocker.query('BEGIN')
  await blocker.query('SELECT FROM users WHERE id = $1 FOR UPDATE', [player.id])
  await chain.mine(1)
  await expect.poll(waitingForBalance).toBe(1)
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
})

/** Credits that are held up at the player's row. */
async function waitingForBalance(): Promise<number> {
  const { rowCount } = await server.pool.query(
    `SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock'
     AND datname = current_database()
     AND query LIKE 'SELECT balance FROM users%'`,
  )
  return rowCount ?? 0
}
