import { describe, expect, test } from 'vitest'
import { configOf } from './config.ts'

const KEY = '0123456789abcdef'.repeat(4)

const NEEDED = {
  DATABASE_URL: 'postgres://casino:secret-of-the-database@db/casino',
  SESSION_SECRET: 'secret of the session with 32 characters',
  MASTER_KEYS: `1:${KEY}`,
}

test('defaults to what is safe', () => {
  const config = configOf(NEEDED)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3_000,
    trustProxyHops: 0,
    databaseDirectUrl: NEEDED.DATABASE_URL,
    metricsPublic: false,
    houseRefill: true,
  })
  expect(config.publicUrl.href).toBe('http://localhost:3000/')
})

test('takes another value for each setting', () => {
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

describe('names a setting that does not fit, and not its value', () => {
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
    ['SPORTS_SPEED', '0'],
    ['SPORTS_PLAYER_EXPOSURE_PERCENT', '101'],
    ['SPORTS_EXPOSURE_PERCENT', '0'],
    ['ODDS_API_KEY', 'secret with space'],
    ['ODDS_API_URL', 'ftp://secret-value'],
    ['ODDS_API_POLL_SECONDS', '1'],
  ]

  test.each(wrong)('%s=%s', (name, value) => {
    const env = { ...NEEDED, [name]: value }
    expect(() => configOf(env)).toThrow(`\n  ${name} `)
    for (const secret of ['secret', KEY, KEY.toUpperCase()]) {
      expect(() => configOf(env)).not.toThrow(secret)
    }
  })

  test('https without a proxy', () => {
    const env = { ...NEEDED, PUBLIC_URL: 'https://casino.example' }
    expect(() => configOf(env)).toThrow('\n  TRUST_PROXY_HOPS is 1 or more')
    const behindProxy = { ...env, TRUST_PROXY_HOPS: '1' }
    expect(configOf(behindProxy).trustProxyHops).toBe(1)
  })

  test('all of them at once', () => {
    expect(() => configOf({ PORT: 'x', BET_PARTITIONS: 'x' })).toThrow(
      /DATABASE_URL.*SESSION_SECRET.*MASTER_KEYS.*BET_PARTITIONS/s,
    )
  })
})

describe('sports', () => {
  const sportsOf = (env: NodeJS.ProcessEnv) =>
    configOf({ ...NEEDED, ...env }).sports

  test('are simulated at the pace of the clock without a key', () => {
    expect(sportsOf({})).toEqual({
      oddsApi: undefined,
      speed: 1,
      exposure: { ofPlayer: 2, ofAll: 50 },
    })
  })

  test('come from the odds feed with a key', () => {
    expect(sportsOf({ ODDS_API_KEY: 'abcdef0123456789' }).oddsApi).toEqual({
      apiKey: 'abcdef0123456789',
      baseUrl: 'https://api.the-odds-api.com',
      everyMs: 60_000,
    })
  })

  test.each([
    'https://casino.example',
    'http://192.168.1.5:3000',
    'http://localhost.example',
  ])('keep the pace of the clock at %s', (PUBLIC_URL) => {
    const env = { SPORTS_SPEED: '60', PUBLIC_URL, TRUST_PROXY_HOPS: '1' }
    expect(() => sportsOf(env)).toThrow('SPORTS_SPEED')
    expect(sportsOf({ ...env, SPORTS_SPEED: '1' }).speed).toBe(1)
  })

  test.each([undefined, 'http://localhost:3000', 'http://127.0.0.1'])(
    'may have another pace at %s',
    (PUBLIC_URL) => {
      expect(sportsOf({ SPORTS_SPEED: '60', PUBLIC_URL }).speed).toBe(60)
    },
  )
})
