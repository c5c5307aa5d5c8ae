import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  IGNORE_STOP,
  nodeService,
  RUN_ON,
} from '#testing/process/node-service.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import {
  type ManagedProcess,
  type ServiceSpec,
  spawnProcess,
} from '../process/managed-process.ts'
import { identifyProcess } from '../process/process-identity.ts'
import { waitUntil } from '../process/wait-until.ts'
import { lockData } from './data-lock.ts'

const GONE = { pid: 4_000_000, startedAt: 'long ago' }

async function start(
  folder: string,
  code = RUN_ON,
  { name = 'api', ...changes }: Partial<ServiceSpec> = {},
): Promise<ManagedProcess> {
  const part = await spawnProcess(nodeService(name, code, changes), {
    logDir: folder,
    env: process.env,
  })
  onTestFinished(part.stop)
  return part
}

function recordOf({ pid, spec }: ManagedProcess) {
  const { name, stopSignal, stopWithinMs } = spec
  return { ...identifyProcess(pid), name, stopSignal, stopWithinMs }
}

function writeLock(folder: string, content: unknown): void {
  writeFileSync(lockFile(folder), JSON.stringify(content))
}

const lockFile = (folder: string) => join(folder, 'lock.json')
const readLock = (folder: string) =>
  JSON.parse(readFileSync(lockFile(folder), 'utf8'))

test('a second launcher on the same data is refused until the first releases it', async () => {
  const folder = testFolder()
  const lock = await lockData(folder)
  await expect(lockData(folder)).rejects.toThrow(
    `Already running: process ${process.pid} holds`,
  )
  lock.release()
  expect(existsSync(lockFile(folder))).toBe(false)
  await expect(lockData(folder)).resolves.toBeDefined()
})

test('the lock of a killed launcher is taken over and its parts are stopped', async () => {
  const folder = testFolder()
  const part = await start(folder)
  writeLock(folder, { launcher: GONE, parts: [recordOf(part)] })
  await lockData(folder)
  expect((await part.ended).reason).toBe('was ended by SIGTERM')
})

test('while a watchdog stops the parts, the next start waits for it', async () => {
  const folder = testFolder()
  const journal = join(folder, 'journal')
  const note = (name: string) =>
    `fs.appendFileSync(${JSON.stringify(journal)}, '${name} ')`
  const ready = join(folder, 'ready')
  const stops = `process.on('SIGTERM', () => { ${note('part')}; process.exit() })`
  const isUp = `fs.writeFileSync(${JSON.stringify(ready)}, '')`
  const part = await start(folder, `${stops}; ${isUp}; ${RUN_ON}`)
  expect(await waitUntil(() => existsSync(ready), 30_000)).toBe(true)
  const watches = `setTimeout(() => { ${note('watchdog')} }, 500)`
  const watchdog = await start(folder, watches, { name: 'watchdog' })
  writeLock(folder, {
    launcher: GONE,
    watchdog: identifyProcess(watchdog.pid),
    parts: [recordOf(part)],
  })
  await lockData(folder)
  expect(readFileSync(journal, 'utf8')).toBe('watchdog part ')
})

test('a lock that somebody else has taken meanwhile is not released', async () => {
  const folder = testFolder()
  const lock = await lockData(folder)
  const other = { launcher: GONE, isBrief: false, parts: [] }
  writeLock(folder, other)
  lock.release()
  expect(readLock(folder)).toEqual(other)
})

test('a stranger with the pid of a former part is left alone', async () => {
  const folder = testFolder()
  const stranger = await start(folder)
  const former = { ...recordOf(stranger), startedAt: 'long ago' }
  writeLock(folder, { launcher: GONE, parts: [former] })
  await lockData(folder)
  expect(identifyProcess(stranger.pid)).toBeDefined()
})

test('a lock file that is something else is named, not deleted', async () => {
  const folder = testFolder()
  writeLock(folder, 'hello')
  await expect(lockData(folder)).rejects.toThrow(
    /is not a lock of this program/,
  )
  expect(readLock(folder)).toBe('hello')
})

test('of two starts after a kill, the slower one leaves the lock of the faster', async () => {
  const folder = testFolder()
  const part = await start(folder, IGNORE_STOP, { stopWithinMs: 300 })
  const leftover = { ...recordOf(part), stopWithinMs: 500 }
  writeLock(folder, { launcher: GONE, parts: [leftover] })
  const slower = lockData(folder)
  const faster = { launcher: identifyProcess(process.pid), parts: [] }
  writeLock(folder, faster)
  await expect(slower).rejects.toThrow(/Another start came first/)
  expect(readLock(folder)).toEqual(faster)
})
