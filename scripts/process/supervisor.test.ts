import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import {
  IGNORE_STOP,
  nodeService,
  RUN_ON,
} from '#testing/process/node-service.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { identifyProcess } from './process-identity.ts'
import { createSupervisor } from './supervisor.ts'

function supervise() {
  const logDir = testFolder()
  const supervisor = createSupervisor({ logDir })
  onTestFinished(supervisor.stop)
  return { supervisor, logDir }
}

test('a part that dies breaks the whole, one that was asked to stop does not', async () => {
  const { supervisor } = supervise()
  const first = await supervisor.launch(nodeService('api', RUN_ON))
  await first.stop()
  const { pid } = await supervisor.launch(nodeService('api', RUN_ON))
  process.kill(pid, 'SIGKILL')
  await expect(supervisor.broken).rejects.toThrow('api was ended by SIGKILL')
})

test('last work is done between the parts that came after it and those before', async () => {
  const { supervisor } = supervise()
  const isRunning = (pid: number) => identifyProcess(pid) !== undefined
  const before = await supervisor.launch(nodeService('database', RUN_ON))
  let seen: boolean[] = []
  supervisor.atStop(async () => {
    seen = [before.pid, after.pid].map(isRunning)
    throw new Error('it keeps nobody from stopping')
  })
  const after = await supervisor.launch(nodeService('api', RUN_ON))
  const told = vi.spyOn(console, 'error').mockReturnValue()
  await supervisor.stop()
  expect(seen).toEqual([true, false])
  expect(isRunning(before.pid)).toBe(false)
  expect(told).toHaveBeenCalledOnce()
})

test('a part that does not listen is killed, its children too', async () => {
  const { supervisor, logDir } = supervise()
  const mark = join(logDir, 'child')
  const child = JSON.stringify(IGNORE_STOP)
  const code = `
    const { pid } = child_process.spawn(process.execPath, ['-e', ${child}])
    fs.writeFileSync(${JSON.stringify(mark)}, String(pid)); ${IGNORE_STOP}`
  const part = { isReady: () => existsSync(mark), stopWithinMs: 300 }
  const { pid } = await supervisor.launch(nodeService('api', code, part))
  await supervisor.stop()
  const childPid = Number(readFileSync(mark, 'utf8'))
  expect([pid, childPid].map(identifyProcess)).toEqual([undefined, undefined])
})

test('nothing is started any more once stopping has begun', async () => {
  const { supervisor } = supervise()
  await supervisor.stop()
  await expect(supervisor.launch(nodeService('api', RUN_ON))).rejects.toThrow(
    'api is not started: stopping',
  )
})
