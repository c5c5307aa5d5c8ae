import { join } from 'node:path'
import { expect, test } from 'vitest'
import { launchConfigOf, PROJECT_ROOT } from './launch-config.ts'

test('an empty environment starts on port 3000 of this machine alone', () => {
  expect(launchConfigOf({})).toMatchObject({
    host: '127.0.0.1',
    port: 3000,
    dataDir: join(PROJECT_ROOT, '.data'),
    databaseUrl: undefined,
  })
})

test('a data directory is relative to the project', () => {
  const { dataDir } = launchConfigOf({ DATA_DIR: 'elsewhere' })
  expect(dataDir).toBe(join(PROJECT_ROOT, 'elsewhere'))
})

test('an empty variable counts as not set', () => {
  expect(launchConfigOf({ PORT: '', HOST: '', DATABASE_URL: '' })).toEqual(
    launchConfigOf({}),
  )
})

test.each(['abc', '-1', '65536', '3000.5', '0x10', '1e3'])(
  'PORT=%s is refused by name',
  (PORT) => {
    expect(() => launchConfigOf({ PORT })).toThrow(
      'PORT must be a whole number from 0 to 65535.',
    )
  },
)
