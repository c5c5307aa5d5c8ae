import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  IGNORE_STOP,
  nodeService,
  RUN_ON,
} from '#testing/process/node-service.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { createSupervisor } from './supervisor.ts'
import { identifyProcess } from './system-processes.ts'

function supervise(stopWithinMs = 60_000) {
  const logDir = testFolder()
  const supervisor = createSupervisor({ logDir, stopWithinMs })
  onTestFinished(supervisor.stop)
  return { supervisor, logDir }
}

test('reports a part that ends by itself, but not one that was stopped', async () => {
  const { supervisor } = supervise()
  const first = await supervisor.launch(nodeService('api', RUN_ON))
  await first.stop()
  const { pid } = await supervisor.launch(nodeService('api', RUN_ON))
  process.kill(pid, 'SIGKILL')
  await expect(supervisor.broken).rejects.toThrow('api was ended by SIGKILL')
})

test('runs work at a stop between later parts and earlier ones', async () => {
  const { supervisor } = supervise()
  const isRunning = (pid: number) => identifyProcess(pid) !== undefined
  const before = await supervisor.launch(nodeService('database', RUN_ON))
  let seen: boolean[] = []
  supervisor.atStop(async () => {
    seen = [before.pid, after.pid].map(isRunning)
    throw new Error('does not prevent the stop')
  })
  const after = await supervisor.launch(nodeService('api', RUN_ON))
  const printed = vi.spyOn(console, 'error').mockReturnValue()
  await supervisor.stop()
  expect(seen).toEqual([true, false])
  expect(isRunning(before.pid)).toBe(false)
  expect(printed).toHaveBeenCalledOnce()
})

test('kills a part that ignores the stop signal, and its children', async () => {
  const { supervisor, logDir } = supervise(300)
  const mark = join(logDir, 'child')
  const child = JSON.stringify(IGNORE_STOP)
  const code = `
    const { pid } = child_process.spawn(process.execPath, ['-e', ${child}])
    fs.writeFileSync(${JSON.stringify(mark)}, String(pid)); ${IGNORE_STOP}`
  const part = { isReady: () => existsSync(mark) }
  const { pid } = await supervisor.launch(nodeService('api', code, part))
  await supervisor.stop()
  const childPid = Number(readFileSync(mark, 'utf8'))
  expect([pid, childPid].map(identifyProcess)).toEqual([undefined, undefined])
})

test('starts nothing once a stop has begun', async () => {
  const { supervisor } = supervise()
  await supervisor.stop()
  await expect(supervisor.launch(nodeService('api', RUN_ON))).rejects.toThrow(
    'api is not started: stopping',
  )
})
