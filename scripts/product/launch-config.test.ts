import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { claimPort, freePort } from '../process/ports.ts'
import { loadSettings, PROJECT_ROOT, toLaunchConfig } from './launch-config.ts'

afterEach(() => void vi.unstubAllEnvs())

test('an empty environment starts on port 3000 of this machine alone', () => {
  expect(toLaunchConfig({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: join(PROJECT_ROOT, '.data'),
    databaseUrl: undefined,
    rpcUrl: undefined,
  })
})

test('the data directory is relative to the project and describes the contracts, unless said otherwise', () => {
  const dataDir = join(PROJECT_ROOT, 'elsewhere')
  expect(toLaunchConfig({ DATA_DIR: 'elsewhere' })).toMatchObject({
    dataDir,
    deploymentFile: join(dataDir, 'deployment.json'),
  })
  const { deploymentFile } = toLaunchConfig({ DEPLOYMENT_FILE: 'a.json' })
  expect(deploymentFile).toBe(join(PROJECT_ROOT, 'a.json'))
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

test('a secret of commands can be given as a file, once', () => {
  const file = join(testFolder(), 'database-url')
  writeFileSync(file, 'postgres://db/casino\n')
  vi.stubEnv('ENV_FILE', join(testFolder(), 'none'))
  vi.stubEnv('DATABASE_URL', undefined)
  vi.stubEnv('DATABASE_URL_FILE', file)
  loadSettings()
  const { DATABASE_URL, DATABASE_URL_FILE } = process.env
  expect({ DATABASE_URL, DATABASE_URL_FILE }).toEqual({
    DATABASE_URL: 'postgres://db/casino',
  })
  vi.stubEnv('DATABASE_URL_FILE', file)
  expect(loadSettings).toThrow(
    'DATABASE_URL_FILE is set, and so is DATABASE_URL.',
  )
})

test('an invalid RPC_URL or PORT is refused by name', () => {
  const urls = 'RPC_URL must be http or https URLs, separated by commas.'
  for (const RPC_URL of ['8545', 'localhost:8545', 'ws://a:1', 'http://a,b']) {
    expect(() => toLaunchConfig({ RPC_URL }), RPC_URL).toThrow(urls)
  }
  const ports = 'PORT must be a whole number from 0 to 65535.'
  for (const PORT of ['abc', '-1', '65536', '3000.5', '0x10', '1e3']) {
    expect(() => toLaunchConfig({ PORT }), PORT).toThrow(ports)
  }
})

test('a port in use is refused, with another one to try', async () => {
  const port = await freePort()
  const server = createServer().listen(port, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  await expect(claimPort('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use. Stop what uses it, or choose another port, for example: PORT=${port + 1} npm start`,
  )
})

test('the address of another machine is refused by its name', async () => {
  await expect(claimPort('192.0.2.1', 0)).rejects.toThrow(
    'HOST 192.0.2.1 is not an address of this machine.',
  )
})
