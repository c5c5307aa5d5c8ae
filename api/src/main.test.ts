import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:net'
import { fileURLToPath } from 'node:url'
import { afterEach, expect, test, vi } from 'vitest'
import { openTestHouse } from './testing/test-house.ts'
import { openSocket } from './testing/test-socket.ts'

const MAIN = fileURLToPath(new URL('main.ts', import.meta.url))

const house = await openTestHouse()
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
    DATABASE_URL: house.databaseUrl,
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

test('asked to stop it ends its sockets and exits well', async () => {
  const { child, said, exited } = start(configured({ PORT: '0' }))
  const port = await vi.waitFor(
    () => {
      const [, found] = /"port":(\d+)/.exec(said.out) ?? []
      expect(found).toBeDefined()
      return found
    },
    { timeout: 10_000 },
  )
  const { closed } = await openSocket(`http://127.0.0.1:${port}`)
  child.kill('SIGTERM')
  expect(await closed).toEqual({ code: 1001, reason: 'Restarting' })
  expect(await exited).toEqual([0, null])
  expect(said.error).toBe('')
})
