import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  openTransaction,
  waitingForLocks,
} from '#testing/database/open-transaction.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { eventually } from '#testing/server/eventually.ts'
import { listen } from '#testing/server/listen.ts'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openRawSocket, openSocket } from '#testing/server/test-socket.ts'
import { parseConfig } from './config.ts'
import { createModules } from './modules.ts'
import { makeLogger } from './platform/logger.ts'
import { createPlatform } from './platform/platform.ts'
import { startApi } from './start-api.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

const server = await openTestServer()
const log = makeLogger('silent')

const getEnv = (more: NodeJS.ProcessEnv = {}) => ({
  DATABASE_URL: server.databaseUrl,
  ...TEST_SECRETS,
  PORT: '0',
  ...more,
})

async function opened(more?: NodeJS.ProcessEnv) {
  const config = parseConfig(getEnv(more))
  return { config, platform: await createPlatform({ ...config, log }) }
}

test('exits with a message and no stack when its configuration is missing', async () => {
  vi.stubEnv('DATABASE_URL', undefined)
  const exit = vi.spyOn(process, 'exit').mockImplementation((code) => {
    throw new Error(`exit ${code}`)
  })
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  onTestFinished(() => {
    vi.unstubAllEnvs()
    exit.mockRestore()
    write.mockRestore()
  })
  await expect(import('./main.ts')).rejects.toThrow('exit 1')
  const text = write.mock.calls.join('')
  expect(text).toMatch(/^The configuration does not fit:\n {2}DATABASE_URL/)
  expect(text).not.toContain('    at ')
})

test('names a port that is in use', async () => {
  const { port } = new URL(await listen(createServer()))
  const { config, platform } = await opened({ PORT: port })
  onTestFinished(() => platform.close())
  await expect(startApi(platform, config)).rejects.toThrow(
    `Port ${port} is in use; set PORT to another.`,
  )
})

test('names a database that does not exist', async () => {
  const opening = opened({
    DATABASE_URL: 'postgres://nobody@127.0.0.1:1/casino',
  })
  await expect(opening).rejects.toThrow('127.0.0.1:1')
})

test('runs jobs only in a process that serves', async () => {
  const { url, pool, close } = await createTestDatabase()
  onTestFinished(close)
  async function houseCoins(): Promise<number> {
    const { rows } = await pool.query<{ house: string }>(
      'SELECT sum(house_balance) AS house FROM global_stats',
    )
    return Number(rows[0]?.house)
  }
  const { config, platform } = await opened({ DATABASE_URL: url })
  await pool.query('UPDATE global_stats SET house_balance = 0')
  const { engine } = await createModules(platform, config)
  await engine.drain()
  await platform.close()
  expect(await houseCoins()).toBe(0)

  const serving = await opened({ DATABASE_URL: url })
  const api = await startApi(serving.platform, serving.config)
  // Stopping awaits the first run of each job, which refills the house account.
  await api.stop()
  expect(await houseCoins()).toBe(110_000)
})

/** Runs the program in its own process until it listens. */
async function serve() {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...getEnv() },
  })
  onTestFinished(() => void child.kill('SIGKILL'))
  const said = { out: '', error: '' }
  child.stdout.on('data', (data) => {
    said.out += data
  })
  child.stderr.on('data', (data) => {
    said.error += data
  })
  const port = await eventually(() => {
    const [, found] = /"port":(\d+)/.exec(said.out) ?? []
    expect(found, said.error).toBeDefined()
    return Number(found)
  })
  const origin = `http://127.0.0.1:${port}`
  return { child, said, exited: once(child, 'exit'), port, origin }
}

test('answers pending bets on SIGTERM, without waiting for idle clients', async () => {
  const { child, said, exited, port, origin } = await serve()
  const { client } = await server.newPlayer()
  const visitor = new TestClient(origin)
  expect((await visitor.get('/readyz')).status).toBe(200)
  const { closed } = await openSocket(origin)
  const cutOff = once((await openRawSocket(origin)).resume(), 'close')
  const silent = connect(port, '127.0.0.1')
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')

  const locked = 'LOCK TABLE rounds IN SHARE MODE'
  const unlock = await openTransaction(server.pool, locked)
  const flip = flipCoin(client.at(origin))
  await eventually(async () =>
    expect(await waitingForLocks(server.pool)).toBeGreaterThan(0),
  )
  child.kill('SIGTERM')
  await eventually(async () =>
    expect((await visitor.get('/readyz')).status).toBe(503),
  )
  await unlock()
  expect(await flip).toMatchObject({ nonce: 0 })
  expect(await closed).toEqual({ code: 1001, reason: 'Restarting' })
  await cutOff
  expect(await exited).toEqual([0, null])
  expect(said.out).not.toContain('"level":50')
  expect(said.error).toBe('')
})

test('takes bets while it is unready, until a proxy has noticed', async () => {
  const { config, platform } = await opened({ DRAIN_DELAY_SECONDS: '3' })
  const api = await startApi(platform, config)
  const { client } = await server.newPlayer()
  const origin = `http://127.0.0.1:${api.address.port}`
  const stopped = api.stop()
  const { status } = await new TestClient(origin).get('/readyz')
  expect(status).toBe(503)
  expect(await flipCoin(client.at(origin))).toMatchObject({ nonce: 0 })
  await stopped
  await expect(new TestClient(origin).get('/readyz')).rejects.toThrow()
})
