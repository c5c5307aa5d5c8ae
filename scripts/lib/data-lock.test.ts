import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import {
  IGNORE_STOP,
  nodeService,
  RUN_ON,
} from '#testing/process/node-service.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { briefLauncher, lockData } from './data-lock.ts'
import { type ManagedProcess, spawnProcess } from './managed-process.ts'
import { identifyProcess } from './process-identity.ts'
import { waitUntil } from './wait-until.ts'

const GONE = { pid: 4_000_000, startedAt: 'long ago' }

async function runningPart(folder: string): Promise<ManagedProcess> {
  const part = await spawnProcess(nodeService('api', RUN_ON), {
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
  writeFileSync(join(folder, 'lock.json'), JSON.stringify(content))
}

test('a second launcher on the same data is refused by the pid of the first', async () => {
  const folder = testFolder()
  const lock = await lockData(folder)
  await expect(lockData(folder)).rejects.toThrow(
    `Already running: process ${process.pid} holds`,
  )
  lock.release()
})

test('a released lock leaves no file and can be taken again', async () => {
  const folder = testFolder()
  const lock = await lockData(folder)
  lock.release()
  expect(existsSync(join(folder, 'lock.json'))).toBe(false)
  await expect(lockData(folder)).resolves.toBeDefined()
})

test('the lock of a killed launcher is taken over and its parts are stopped', async () => {
  const folder = testFolder()
  const part = await runningPart(folder)
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
  const place = { logDir: folder, env: process.env }
  const part = await spawnProcess(
    nodeService(
      'api',
      `${stops}; fs.writeFileSync(${JSON.stringify(ready)}, ''); ${RUN_ON}`,
    ),
    place,
  )
  onTestFinished(part.stop)
  expect(await waitUntil(() => existsSync(ready), 30_000)).toBe(true)
  const watches = `setTimeout(() => { ${note('watchdog')} }, 500)`
  const watchdog = await spawnProcess(nodeService('watchdog', watches), place)
  onTestFinished(watchdog.stop)
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
  const kept = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
  expect(kept).toEqual(other)
})

test('a stranger with the pid of a former part is left alone', async () => {
  const folder = testFolder()
  const stranger = await runningPart(folder)
  const former = { ...recordOf(stranger), startedAt: 'long ago' }
  writeLock(folder, { launcher: GONE, parts: [former] })
  await lockData(folder)
  expect(identifyProcess(stranger.pid)).toBeDefined()
})

test('the parts that run are written down for the next start', async () => {
  const folder = testFolder()
  const lock = await lockData(folder)
  const part = { ...GONE, name: 'api', stopWithinMs: 1 }
  lock.recordParts([{ ...part, stopSignal: 'SIGTERM' }])
  const written = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
  expect(written.parts).toEqual([{ ...part, stopSignal: 'SIGTERM' }])
})

test('a lock file that is something else is named, not deleted', async () => {
  const folder = testFolder()
  writeLock(folder, 'hello')
  await expect(lockData(folder)).rejects.toThrow(
    /is not a lock of this program/,
  )
  expect(existsSync(join(folder, 'lock.json'))).toBe(true)
})

test('of two starts after a kill, the slower one leaves the lock of the faster', async () => {
  const folder = testFolder()
  const part = await spawnProcess(
    nodeService('api', IGNORE_STOP, { stopWithinMs: 300 }),
    {
      logDir: folder,
      env: process.env,
    },
  )
  onTestFinished(part.stop)
  const leftover = { ...recordOf(part), stopWithinMs: 500 }
  writeLock(folder, { launcher: GONE, parts: [leftover] })
  const slower = lockData(folder)
  const faster = { launcher: identifyProcess(process.pid), parts: [] }
  writeLock(folder, faster)
  await expect(slower).rejects.toThrow(/Another start came first/)
  const kept = JSON.parse(readFileSync(join(folder, 'lock.json'), 'utf8'))
  expect(kept).toEqual(faster)
})

test('where a lock can not be made, the reason is told', async () => {
  const folder = join(testFolder(), 'nowhere')
  await expect(lockData(folder)).rejects.toThrow(/ENOENT/)
})

test('only a brief command is told apart as one, and only while it runs', async () => {
  const folder = testFolder()
  expect(briefLauncher(folder)).toBeUndefined()
  const brief = await lockData(folder, { isBrief: true })
  expect(briefLauncher(folder)).toBe(process.pid)
  brief.release()
  await lockData(folder)
  expect(briefLauncher(folder)).toBeUndefined()
})
