import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { afterEach, expect, test, vi } from 'vitest'
import { PROJECT_ROOT } from './launch-config.ts'
import { identifyProcess } from './process-identity.ts'
import { onStage } from './stage.ts'

const NOBODY = 'postgres://nobody@127.0.0.1:1/none'

afterEach(() => void vi.unstubAllEnvs())

test('no setting of this shell reaches what runs on a stage', async () => {
  // Given these, an API would migrate another database and look for a chain.
  vi.stubEnv('DATABASE_DIRECT_URL', NOBODY)
  vi.stubEnv('RPC_URL', 'http://127.0.0.1:1')
  await onStage(async (stage) => {
    const { url } = await stage.startApi()
    expect((await fetch(`${url}/readyz`)).status).toBe(200)
  })
})

test('a stopped measurement leaves no process and no folder', async () => {
  const script = join(PROJECT_ROOT, 'scripts/test-support/endless-stage.ts')
  const command = spawn(process.execPath, [script], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(createInterface(command.stdout), 'line')
  const { directory, pid } = JSON.parse(line)
  expect(identifyProcess(pid)).toBeDefined()
  command.kill('SIGINT')
  expect(await once(command, 'exit')).toEqual([130, null])
  expect(identifyProcess(pid)).toBeUndefined()
  expect(existsSync(directory)).toBe(false)
})
