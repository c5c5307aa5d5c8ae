import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { connect, createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, onTestFinished, test } from 'vitest'
import { flipCoin } from '#testing/player/flip-coin.ts'
import { eventually } from '#testing/server/eventually.ts'
import { TestClient } from '#testing/server/test-client.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { openSleepingSocket, openSocket } from '#testing/server/test-socket.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

const server = await openTestServer()
const children: ChildProcess[] = []

afterEach(() => {
  for (const child of children.splice(0)) child.kill('SIGKILL')
})

/** The program itself, in a process of its own. */
function start(env: NodeJS.ProcessEnv) {
  const child = spawn(process.execPath, [MAIN], {
    env: { PATH: process.env.PATH, ...env },
  })
  children.push(child)
  const said = { out: '', error: '' }
  child.stdout.on('data', (data) => {
    said.out += data
  })
  child.stderr.on('data', (data) => {
    said.error += data
  })
  return { child, said, exited: once(child, 'exit') }
}

function configured(more: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return {
    DATABASE_URL: server.databaseUrl,
    SESSION_SECRET: 'a session secret of thirty-two characters or more',
    MASTER_KEYS: `1:${'5e'.repeat(32)}`,
    ...more,
  }
}

test('without a configuration it says in words what is missing', async () => {
  const { said, exited } = start({})
  expect(await exited).toEqual([1, null])
  expect(said.error).toMatch(
    /^The configuration does not fit:\n {2}DATABASE_URL/,
  )
  expect(said.error).not.toContain('    at ')
})

test('a port in use is named', async () => {
  const taken = createServer().listen(0, '127.0.0.1')
  await once(taken, 'listening')
  const address = taken.address()
  const port = typeof address === 'object' ? address?.port : undefined
  const { said, exited } = start(configured({ PORT: String(port) }))
  expect(await exited).toEqual([1, null])
  expect(said.error).toBe(`Port ${port} is in use; set PORT to another.\n`)
  taken.close()
})

test('a database that is not there is no stack trace', async () => {
  const { said, exited } = start(
    configured({ DATABASE_URL: 'postgres://nobody@127.0.0.1:1/casino' }),
  )
  expect(await exited).toEqual([1, null])
  expect(said.error).toContain('127.0.0.1:1')
  expect(said.error).not.toContain('    at ')
})

/** The program once it listens. */
async function serve() {
  const started = start(configured({ PORT: '0' }))
  const port = await eventually(() => {
    const [, found] = /"port":(\d+)/.exec(started.said.out) ?? []
    expect(found).toBeDefined()
    return Number(found)
  })
  return { ...started, port, origin: `http://127.0.0.1:${port}` }
}

test('asked to stop it ends its sockets and exits well', async () => {
  const { child, said, exited, origin } = await serve()
  const { closed } = await openSocket(origin)
  child.kill('SIGTERM')
  expect(await closed).toEqual({ code: 1001, reason: 'Restarting' })
  expect(await exited).toEqual([0, null])
  expect(said.error).toBe('')
})

test('who is asleep or never says a word does not keep it from stopping', async () => {
  const { child, exited, origin, port } = await serve()
  const { cutOff } = await openSleepingSocket(origin)
  const silent = connect(port, '127.0.0.1')
  await once(silent, 'connect')
  child.kill('SIGTERM')
  expect(await exited).toEqual([0, null])
  await cutOff
  silent.destroy()
})

test('while it stops it is not ready, and answers the bets under way', async () => {
  const { child, exited, origin } = await serve()
  const { client } = await server.newPlayer()
  const visitor = new TestClient(origin)
  expect((await visitor.get('/readyz')).status).toBe(200)
  const holder = await server.pool.connect()
  onTestFinished(() => holder.release(true))
  await holder.query('BEGIN; LOCK TABLE rounds IN SHARE MODE')
  const flip = flipCoin(client.at(origin))
  await eventually(async () => {
    const { rowCount } = await server.pool.query(
      "SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND datname = current_database()",
    )
    expect(rowCount).toBeGreaterThan(0)
  })
  child.kill('SIGTERM')
  await eventually(async () =>
    expect((await visitor.get('/readyz')).status).toBe(503),
  )
  await holder.query('COMMIT')
  expect(await flip).toMatchObject({ nonce: 0 })
  expect(await exited).toEqual([0, null])
})
