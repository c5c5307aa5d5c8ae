import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { RUN_ON } from '#testing/process/node-service.ts'
import { identifyProcess } from '../process/system-processes.ts'
import { PROJECT_ROOT } from './launch-config.ts'

/** Runs a command whose stage has one process, and then goes wrong. */
async function runOnStage(failure: string) {
  const service = `{ name: 'service', args: ['-e', ${JSON.stringify(RUN_ON)}], isReady: () => true }`
  const code = `
    import { runCommand } from './scripts/cli/run-command.ts'
    import { onEmptyStage } from './scripts/product/stage.ts'
    await runCommand(() => onEmptyStage(async ({ directory, runner }) => {
      const { pid } = await runner.launch(${service})
      console.log(pid)
      const endless = new Promise(() => setInterval(() => undefined, 1_000))
      ${failure}
      await endless
    }))`
  const args = ['--input-type=module', '-e', code]
  const command = spawn(process.execPath, args, {
    cwd: PROJECT_ROOT,
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  onTestFinished(() => void command.kill('SIGKILL'))
  const ended = once(command, 'exit')
  const [pid] = await once(createInterface(command.stdout), 'line')
  return { command, ended, pid: Number(pid) }
}

test.each([
  ['work that fails', `throw new Error('on purpose')`],
  [
    'an uncaught error',
    `setTimeout(() => { throw new Error('on purpose') }, 100)`,
  ],
  ['a rejection without a handler', `void Promise.reject(new Error('so'))`],
])('stops its processes after %s, and exits', async (_, failure) => {
  const { ended, pid } = await runOnStage(failure)
  expect(await ended).toEqual([1, null])
  expect(identifyProcess(pid)).toBeUndefined()
})

test('its processes stop when the command is killed', async () => {
  const { command, pid } = await runOnStage('')
  expect(identifyProcess(pid)).toBeDefined()
  command.kill('SIGKILL')
  await expect.poll(() => identifyProcess(pid)).toBeUndefined()
})
