import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { nodeService, RUN_ON } from '#testing/process/node-service.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { createSupervisor } from '../process/supervisor.ts'
import { identifyProcess } from '../process/system-processes.ts'
import { lockData } from './data-lock.ts'

const ENDED = { pid: 4_000_000, startedAt: 'long ago' }

function writeLock(folder: string, content: unknown): void {
  writeFileSync(lockFile(folder), JSON.stringify(content))
}

async function startWatchdog(logDir: string, code: string) {
  const supervisor = createSupervisor({ logDir })
  onTestFinished(supervisor.stop)
  return supervisor.launch(nodeService('watchdog', code))
}

const lockFile = (folder: string) => join(folder, 'lock.json')
const readLock = (folder: string) =>
  JSON.parse(readFileSync(lockFile(folder), 'utf8'))

test('refuses a second launcher until the first releases the lock', async () => {
  const folder = testFolder()
  const release = await lockData(folder)
  await expect(lockData(folder)).rejects.toThrow(
    `Already running: process ${process.pid} holds`,
  )
  release()
  expect(existsSync(lockFile(folder))).toBe(false)
  await expect(lockData(folder)).resolves.toBeDefined()
})

test('the next start waits for the watchdog of a killed launcher', async () => {
  const folder = testFolder()
  const code = 'setTimeout(() => {}, 500)'
  const watchdog = await startWatchdog(folder, code)
  writeLock(folder, {
    launcher: ENDED,
    watchdog: identifyProcess(watchdog.pid),
  })
  await lockData(folder)
  expect(identifyProcess(watchdog.pid)).toBeUndefined()
})

test('does not release a lock that another launcher has taken', async () => {
  const folder = testFolder()
  const release = await lockData(folder)
  const other = { launcher: ENDED, isBrief: false }
  writeLock(folder, other)
  release()
  expect(readLock(folder)).toEqual(other)
})

test('reports a file that is no lock, and keeps it', async () => {
  const folder = testFolder()
  writeLock(folder, 'hello')
  await expect(lockData(folder)).rejects.toThrow(
    /is not a lock of this program/,
  )
  expect(readLock(folder)).toBe('hello')
})

test('of two starts after a kill, the slower one respects the lock of the faster', async () => {
  const folder = testFolder()
  const watchdog = await startWatchdog(folder, RUN_ON)
  writeLock(folder, {
    launcher: ENDED,
    watchdog: identifyProcess(watchdog.pid),
  })
  const slower = expect(lockData(folder)).rejects.toThrow(
    /Another start came first/,
  )
  const faster = { launcher: identifyProcess(process.pid) }
  writeLock(folder, faster)
  await watchdog.stop()
  await slower
  expect(readLock(folder)).toEqual(faster)
})
