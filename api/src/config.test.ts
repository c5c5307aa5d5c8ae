import { describe, expect, test } from 'vitest'
import { configOf } from './config.ts'

const KEY = '0123456789abcdef'.repeat(4)

const NEEDED = {
  DATABASE_URL: 'postgres://casino:secret-of-the-database@db/casino',
  SESSION_SECRET: 'secret of the session with 32 characters',
  MASTER_KEYS: `1:${KEY}`,
}

test('what has to be given is enough', () => {
  const config = configOf(NEEDED)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3_000,
    trustProxyHops: 0,
    databaseUrl: NEEDED.DATABASE_URL,
    databaseDirectUrl: NEEDED.DATABASE_URL,
    metricsPublic: false,
    houseRefill: true,
    logLevel: 'info',
  })
  expect(config.publicUrl.href).toBe('http://localhost:3000/')
})

test('all of it can be said otherwise', () => {
  const config = configOf({
    ...NEEDED,
    HOST: '0.0.0.0',
    PORT: '8080',
    PUBLIC_URL: 'https://casino.example',
    TRUST_PROXY_HOPS: '2',
    DATABASE_DIRECT_URL: 'postgresql://db-direct/casino',
    MASTER_KEYS: `1:${KEY}, 12:${'f'.repeat(64)}`,
    WEB_DIR: 'web/dist',
    WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16),
    LOG_LEVEL: 'warn',
    BET_PARTITIONS: '8',
    METRICS_PUBLIC: 'true',
    HOUSE_REFILL: 'false',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8_080,
    trustProxyHops: 2,
    databaseDirectUrl: 'postgresql://db-direct/casino',
    webDir: 'web/dist',
    walletConnectProjectId: 'ab'.repeat(16),
    logLevel: 'warn',
    partitions: 8,
    metricsPublic: true,
    houseRefill: false,
  })
  expect(config.publicUrl.protocol).toBe('https:')
  expect([...config.masterKeys.keys()]).toEqual([1, 12])
  expect(config.masterKeys.get(1)).toEqual(Buffer.from(KEY, 'hex'))
})

describe('what does not fit is named, and its value is not', () => {
  const wrong: [name: string, value: string | undefined][] = [
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', ''],
    ['DATABASE_URL', 'mysql://secret-value@db/casino'],
    ['DATABASE_URL', 'secret-value'],
    ['DATABASE_DIRECT_URL', 'https://secret-value'],
    ['SESSION_SECRET', undefined],
    ['SESSION_SECRET', 'secret-value'],
    ['MASTER_KEYS', undefined],
    ['MASTER_KEYS', ''],
    ['MASTER_KEYS', 'secret-value'],
    ['MASTER_KEYS', KEY],
    ['MASTER_KEYS', `0:${KEY}`],
    ['MASTER_KEYS', `1:${KEY}0`],
    ['MASTER_KEYS', `1:${KEY.toUpperCase()}`],
    ['MASTER_KEYS', `1:${KEY},`],
    ['MASTER_KEYS', `1:${KEY},1:${'f'.repeat(64)}`],
    ['MASTER_KEYS', `99999:${KEY}`],
    ['PORT', 'secret-value'],
    ['PORT', ''],
    ['PORT', '-1'],
    ['PORT', '65536'],
    ['PORT', '3000.5'],
    ['PORT', '0x10'],
    ['PORT', '1e3'],
    ['BET_PARTITIONS', '0'],
    ['BET_PARTITIONS', '9'],
    ['TRUST_PROXY_HOPS', 'true'],
    ['PUBLIC_URL', 'secret-value'],
    ['PUBLIC_URL', 'ftp://secret-value'],
    ['LOG_LEVEL', 'secret-value'],
    ['WALLETCONNECT_PROJECT_ID', 'secret-value'],
    ['METRICS_PUBLIC', 'yes'],
    ['HOUSE_REFILL', '1'],
  ]

  test.each(wrong)('%s=%s', (name, value) => {
    const env = { ...NEEDED, [name]: value }
    expect(() => configOf(env)).toThrow(`\n  ${name} `)
    for (const secret of ['secret', KEY, KEY.toUpperCase()]) {
      expect(() => configOf(env)).not.toThrow(secret)
    }
  })

  test('https without a proxy, by which nobody could sign in', () => {
    const env = { ...NEEDED, PUBLIC_URL: 'https://casino.example' }
    expect(() => configOf(env)).toThrow('\n  TRUST_PROXY_HOPS is 1 or more')
    const behindProxy = { ...env, TRUST_PROXY_HOPS: '1' }
    expect(configOf(behindProxy).trustProxyHops).toBe(1)
  })

  test('everything wrong is told at once', () => {
    expect(() => configOf({ PORT: 'x', BET_PARTITIONS: 'x' })).toThrow(
      /DATABASE_URL.*SESSION_SECRET.*MASTER_KEYS.*BET_PARTITIONS/s,
    )
  })
})
