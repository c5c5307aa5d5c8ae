import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { expect, onTestFinished, test } from 'vitest'
import { nodeService, RUN_ON } from '#testing/process/node-service.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import { bareEnvironment } from '../process/bare-environment.ts'
import { createSupervisor } from '../process/supervisor.ts'
import { identifyProcess } from '../process/system-processes.ts'
import { withDataDirectory } from './data-directory.ts'
import { PROJECT_ROOT } from './launch-config.ts'

async function startLauncher(dataDir: string) {
  const program = join(PROJECT_ROOT, 'testing/process/endless-product.ts')
  const launcher = spawn(process.execPath, [program], {
    env: { ...bareEnvironment(), DATA_DIR: dataDir },
  })
  onTestFinished(() => void launcher.kill('SIGKILL'))
  const lines: string[] = []
  const output = createInterface(launcher.stdout)
  output.on('line', (line) => lines.push(line))
  createInterface(launcher.stderr).on('line', (line) => lines.push(line))
  await once(output, 'line')
  return {
    launcher,
    partPid: Number(lines[0]),
    lines,
    closed: once(launcher, 'close'),
  }
}

test('stops the parts of a killed launcher at once', async () => {
  const { launcher, partPid, lines, closed } = await startLauncher(testFolder())
  expect(identifyProcess(partPid)).toBeDefined()
  launcher.kill('SIGKILL')
  await closed
  expect(identifyProcess(partPid)).toBeUndefined()
  expect(lines).toContain(`Stopping its api (process ${partPid}).`)
})

test('stops the parts after an uncaught error', async () => {
  const dataDir = testFolder()
  const { launcher, partPid, lines, closed } = await startLauncher(dataDir)
  launcher.kill('SIGUSR2')
  expect(await closed).toEqual([1, null])
  expect(identifyProcess(partPid)).toBeUndefined()
  expect(lines).toContain('Error: unforeseen')
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
})

test('stops everything and says why when the data directory is deleted', async () => {
  const dataDir = testFolder()
  const { partPid, lines, closed } = await startLauncher(dataDir)
  rmSync(dataDir, { recursive: true })
  expect(await closed).toEqual([1, null])
  expect(identifyProcess(partPid)).toBeUndefined()
  expect(lines.slice(1)).toEqual([
    expect.stringContaining(`${dataDir} or its lock.json was deleted`),
  ])
})

async function stray(dataDir: string) {
  const supervisor = createSupervisor({ logDir: testFolder(), dataDir })
  onTestFinished(supervisor.stop)
  return supervisor.launch(nodeService('api', RUN_ON))
}

test.runIf(process.platform === 'linux')(
  'a start stops strays of its data directory only',
  async () => {
    const [dataDir, elsewhere] = [testFolder(), testFolder()]
    const [ours, theirs] = [await stray(dataDir), await stray(elsewhere)]
    await withDataDirectory({ dataDir }, async () => undefined)
    expect((await ours.ended).reason).toBe('was ended by SIGINT')
    expect(identifyProcess(theirs.pid)).toBeDefined()
  },
)
