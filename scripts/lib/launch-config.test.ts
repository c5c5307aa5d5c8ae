import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchConfigOf, PROJECT_ROOT } from './launch-config.ts'

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

test('an empty variable counts as not set', () => {
  const empty = { PORT: '', HOST: '', DATABASE_URL: '', RPC_URL: '' }
  expect(launchConfigOf(empty)).toEqual(launchConfigOf({}))
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
