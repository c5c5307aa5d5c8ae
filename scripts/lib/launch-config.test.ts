import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, expect, test, vi } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { launchConfigOf, loadSettings, PROJECT_ROOT } from './launch-config.ts'

afterEach(() => void vi.unstubAllEnvs())

test('an empty environment starts on port 3000 of this machine alone', () => {
  expect(launchConfigOf({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: join(PROJECT_ROOT, '.data'),
    databaseUrl: undefined,
    rpcUrl: undefined,
  })
})

test('a data directory is relative to the project', () => {
  const { dataDir } = launchConfigOf({ DATA_DIR: 'elsewhere' })
  expect(dataDir).toBe(join(PROJECT_ROOT, 'elsewhere'))
})

test('the contracts are described in the data directory, or where it is said', () => {
  const { dataDir, deploymentFile } = launchConfigOf({ DATA_DIR: 'elsewhere' })
  expect(deploymentFile).toBe(join(dataDir, 'deployment.json'))
  const said = launchConfigOf({ DEPLOYMENT_FILE: 'contracts.json' })
  expect(said.deploymentFile).toBe(join(PROJECT_ROOT, 'contracts.json'))
})

test('an empty variable counts as not set, in the shell and in the file', () => {
  const file = join(testFolder(), 'env')
  writeFileSync(file, 'PORT=4000\nSESSION_SECRET=\nHOST=0.0.0.0\n')
  vi.stubEnv('ENV_FILE', file)
  vi.stubEnv('DATABASE_URL', '')
  vi.stubEnv('HOST', '127.0.0.1')
  for (const name of ['PORT', 'SESSION_SECRET']) vi.stubEnv(name, undefined)
  loadSettings()
  const { DATABASE_URL, HOST, PORT, SESSION_SECRET } = process.env
  expect({ DATABASE_URL, HOST, PORT, SESSION_SECRET }).toEqual({
    HOST: '127.0.0.1',
    PORT: '4000',
  })
})

test.each(['8545', 'localhost:8545', 'ws://localhost:8545', 'http://a,b'])(
  'RPC_URL=%s is refused by name',
  (RPC_URL) => {
    expect(() => launchConfigOf({ RPC_URL })).toThrow(
      'RPC_URL must be http or https URLs, separated by commas.',
    )
  },
)

test.each(['abc', '-1', '65536', '3000.5', '0x10', '1e3'])(
  'PORT=%s is refused by name',
  (PORT) => {
    expect(() => launchConfigOf({ PORT })).toThrow(
      'PORT must be a whole number from 0 to 65535.',
    )
  },
)
