import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { assert } from '#core/assert.ts'
import { BSC_TESTNET, LOCAL_CHAIN } from '#core/chain/chains.ts'
import { HOUR_MS } from '#core/durations.ts'
import { parseConfig } from './config.ts'
import { requireTimeToReverse } from './deposit-config.ts'

const KEY = '0123456789abcdef'.repeat(4)

const CHAIN = { RPC_URL: 'http://node', DEPLOYMENT_FILE: 'deployment.json' }

const NEEDED = {
  DATABASE_URL: 'postgres://casino:secret-of-the-database@db/casino',
  SESSION_SECRET: 'secret of the session with 32 characters',
  MASTER_KEYS: `1:${KEY}`,
}

test('defaults to what is safe', () => {
  const config = parseConfig(NEEDED)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 3_000,
    trustProxyHops: 0,
    databaseDirectUrl: NEEDED.DATABASE_URL,
    eventsUrl: NEEDED.DATABASE_URL,
    drainDelayMs: 0,
    metricsPublic: false,
    houseRefill: true,
    traces: undefined,
  })
  expect(config.publicUrl.href).toBe('http://localhost:3000/')
})

test('accepts another value for each setting', () => {
  const config = parseConfig({
    ...NEEDED,
    HOST: '0.0.0.0',
    PORT: '8080',
    PUBLIC_URL: 'https://casino.example',
    TRUST_PROXY_HOPS: '2',
    DATABASE_DIRECT_URL: 'postgresql://db-direct/casino',
    EVENTS_URL: 'nats://events:4222',
    MASTER_KEYS: `1:${KEY}, 12:${'f'.repeat(64)}`,
    WEB_DIR: 'web/dist',
    WALLETCONNECT_PROJECT_ID: 'ab'.repeat(16),
    LOG_LEVEL: 'warn',
    BET_PARTITIONS: '8',
    DRAIN_DELAY_SECONDS: '2',
    METRICS_PUBLIC: 'true',
    HOUSE_REFILL: 'false',
    OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318/',
    OTEL_TRACES_SAMPLER: 'parentbased_traceidratio',
    OTEL_TRACES_SAMPLER_ARG: '0.25',
  })
  expect(config).toMatchObject({
    host: '0.0.0.0',
    port: 8_080,
    trustProxyHops: 2,
    databaseDirectUrl: 'postgresql://db-direct/casino',
    eventsUrl: 'nats://events:4222',
    webDir: 'web/dist',
    walletConnectProjectId: 'ab'.repeat(16),
    logLevel: 'warn',
    partitions: 8,
    drainDelayMs: 2_000,
    metricsPublic: true,
    houseRefill: false,
    traces: { url: 'http://collector:4318/v1/traces', sampleRatio: 0.25 },
  })
  expect(config.publicUrl.protocol).toBe('https:')
  expect([...config.masterKeys.keys()]).toEqual([1, 12])
  expect(config.masterKeys.get(1)).toEqual(Buffer.from(KEY, 'hex'))
})

describe('names a setting that does not fit, and not its value', () => {
  const wrong: [name: string, value: string | undefined][] = [
    ['DATABASE_URL', undefined],
    ['DATABASE_URL', 'mysql://secret-value@db/casino'],
    ['DATABASE_DIRECT_URL', 'https://secret-value'],
    ['EVENTS_URL', 'https://secret-value'],
    ['SESSION_SECRET', undefined],
    ['SESSION_SECRET', 'secret-value'],
    ['MASTER_KEYS', undefined],
    ['MASTER_KEYS', KEY],
    ['MASTER_KEYS', `0:${KEY}`],
    ['MASTER_KEYS', `1:${KEY.toUpperCase()}`],
    ['MASTER_KEYS', `1:${KEY},`],
    ['MASTER_KEYS', `1:${KEY},1:${'f'.repeat(64)}`],
    ['MASTER_KEYS', `99999:${KEY}`],
    ['PORT', ''],
    ['PORT', '65536'],
    ['PORT', '1e3'],
    ['BET_PARTITIONS', '9'],
    ['TRUST_PROXY_HOPS', 'true'],
    ['PUBLIC_URL', 'secret-value'],
    ['LOG_LEVEL', 'secret-value'],
    ['WALLETCONNECT_PROJECT_ID', 'secret-value'],
    ['METRICS_PUBLIC', 'yes'],
    ['HOUSE_REFILL', '1'],
    ['OTEL_EXPORTER_OTLP_ENDPOINT', 'secret-value'],
    ['OTEL_TRACES_SAMPLER', 'secret-value'],
    ['OTEL_TRACES_SAMPLER_ARG', '1.5'],
    ['SPORTS_SPEED', '0'],
    ['SPORTS_PLAYER_EXPOSURE_PERCENT', '101'],
    ['SPORTS_EXPOSURE_PERCENT', '0'],
    ['ODDS_API_KEY', 'secret with space'],
    ['ODDS_API_URL', 'ftp://secret-value'],
    ['ODDS_API_POLL_SECONDS', '1'],
    ['ANCHOR_EVERY_SECONDS', '86401'],
    ['RPC_URL', 'secret-without-scheme'],
    ['RPC_URL', 'http://secret,ftp://other'],
    ['RPC_URL', 'http://secret, http://secret'],
    ['RPC_URL', ''],
    ['OPERATOR_PRIVATE_KEY', `0x${KEY.slice(1)}`],
    ['TREASURY_ADDRESS', `0x${'0'.repeat(40)}`],
    ['TREASURY_ADDRESS', '0x1f9840A85d5aF5bf1D1762F925BDADdC4201F985'],
    ['COINS_PER_TBNB', '0'],
    ['COINS_PER_POKEY', '1e3'],
    ['MINIMUM_TBNB', '-1'],
    ['MINIMUM_POKEY', '0.5'],
    ['REVERSE_AFTER_SECONDS', '0'],
    ['DEPLOYMENT_FILE', undefined],
    ['SITE_ADMINS', 'secret'],
    ['SITE_MESSENGER', 'secret http://t.example'],
    ['SITE_MICROBLOG', 'secret javascript:alert(1)'],
    ['SITE_PARTNERS', 'secret https://a.example, other'],
    ['SITE_PAIR', 'POL 0x12'],
    ['SITE_SWAP', 'secret https://a;script-src'],
    ['SITE_CHART', 'secret https://999.999.999.999'],
  ]

  test.each(wrong)('%s=%s', (name, value) => {
    const env = { ...NEEDED, ...CHAIN, [name]: value }
    expect(() => parseConfig(env)).toThrow(`\n  ${name} `)
    for (const secret of ['secret', KEY.slice(1), KEY.toUpperCase()]) {
      expect(() => parseConfig(env)).not.toThrow(secret)
    }
  })

  test('rejects https without a proxy', () => {
    const env = { ...NEEDED, PUBLIC_URL: 'https://casino.example' }
    expect(() => parseConfig(env)).toThrow('\n  TRUST_PROXY_HOPS is 1 or more')
    const behindProxy = { ...env, TRUST_PROXY_HOPS: '1' }
    expect(parseConfig(behindProxy).trustProxyHops).toBe(1)
  })

  test('names all of them at once', () => {
    expect(() => parseConfig({ PORT: 'x', BET_PARTITIONS: 'x' })).toThrow(
      /DATABASE_URL.*SESSION_SECRET.*MASTER_KEYS.*BET_PARTITIONS/s,
    )
  })
})

test('accepts the site settings of .env.example', () => {
  const example = readFileSync('.env.example', 'utf8')
  const lines = [...example.matchAll(/^#(SITE_\w+)=["<]?([^">\n]+)/gm)]
  const set = Object.fromEntries(lines.map(([, name, text]) => [name, text]))
  const { site } = parseConfig({ ...NEEDED, ...set })
  expect(Object.values(site)).not.toContain('')
  expect(parseConfig(NEEDED).site).toMatchObject({
    pair: site.pair,
    swap: site.swap,
    admins: '',
  })
})

describe('sports', () => {
  const getSports = (env: NodeJS.ProcessEnv) =>
    parseConfig({ ...NEEDED, ...env }).sports

  test('sports are simulated at the pace of the clock without a key', () => {
    expect(getSports({})).toEqual({
      oddsApi: undefined,
      speed: 1,
      exposure: { ofPlayer: 2, ofAll: 50 },
    })
  })

  test('sports come from the odds feed with a key', () => {
    expect(getSports({ ODDS_API_KEY: 'abcdef0123456789' }).oddsApi).toEqual({
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
    expect(() => getSports(env)).toThrow('SPORTS_SPEED')
    expect(getSports({ ...env, SPORTS_SPEED: '1' }).speed).toBe(1)
  })

  test.each([undefined, 'http://localhost:3000', 'http://127.0.0.1'])(
    'may have another pace at %s',
    (PUBLIC_URL) => {
      expect(getSports({ SPORTS_SPEED: '60', PUBLIC_URL }).speed).toBe(60)
    },
  )
})

describe('deposits', () => {
  const OPERATOR_KEY = `0x${'ab'.repeat(32)}`
  const getDeposits = (env: NodeJS.ProcessEnv) =>
    parseConfig({ ...NEEDED, ...env }).deposits

  test.each([
    ['nothing', {}],
    ['only a deployment', { DEPLOYMENT_FILE: 'deployment.json' }],
    ['only rates', { COINS_PER_TBNB: '500' }],
  ])('takes no deposits with %s', (_name, env) => {
    expect(getDeposits(env)).toBeUndefined()
  })

  test('enables deposits with a node and a deployment', () => {
    expect(getDeposits(CHAIN)).toEqual({
      rpcUrls: ['http://node'],
      deploymentFile: 'deployment.json',
      operatorKey: undefined,
      treasury: undefined,
      terms: expect.objectContaining({
        tBNB: { minimumWei: 10n ** 16n, coinsPerUnit: 100_000 },
        GUMBY: { minimumWei: 10n ** 20n, coinsPerUnit: 1 },
        POKEY: { minimumWei: 10n ** 20n, coinsPerUnit: 1 },
      }),
      reverseAfterMs: 120_000,
      anchorEveryMs: HOUR_MS,
    })
  })

  test('accepts every setting', () => {
    const deposits = getDeposits({
      ...CHAIN,
      RPC_URL: 'https://node/key, http://other',
      OPERATOR_PRIVATE_KEY: OPERATOR_KEY,
      TREASURY_ADDRESS: '0x1f9840a85d5aF5bf1D1762F925BDADdC4201F984',
      COINS_PER_TBNB: '7',
      MINIMUM_TBNB: '0.5',
      REVERSE_AFTER_SECONDS: '4',
      ANCHOR_EVERY_SECONDS: '0',
    })
    expect(deposits).toMatchObject({
      rpcUrls: ['https://node/key', 'http://other'],
      operatorKey: OPERATOR_KEY,
      treasury: '0x1f9840a85d5af5bf1d1762f925bdaddc4201f984',
      terms: { tBNB: { minimumWei: 5n * 10n ** 17n, coinsPerUnit: 7 } },
      reverseAfterMs: 4_000,
      anchorEveryMs: 0,
    })
  })

  test('reverses credits within seconds only on a local chain', () => {
    const soon = getDeposits({ ...CHAIN, REVERSE_AFTER_SECONDS: '119' })
    const late = getDeposits({ ...CHAIN, REVERSE_AFTER_SECONDS: '120' })
    assert(soon !== undefined && late !== undefined, 'there is a chain')
    requireTimeToReverse(soon, LOCAL_CHAIN)
    requireTimeToReverse(late, BSC_TESTNET)
    expect(() => requireTimeToReverse(soon, BSC_TESTNET)).toThrow(
      'REVERSE_AFTER_SECONDS is 120 at least on chain 97.',
    )
  })
})
