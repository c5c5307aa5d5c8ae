import { expect, test } from 'vitest'
import { TEST_SECRETS } from '#testing/server/test-api.ts'
import { configOf } from './config.ts'

const needed = { DATABASE_URL: 'postgres://localhost/casino', ...TEST_SECRETS }
const sportsOf = (env: NodeJS.ProcessEnv) =>
  configOf({ ...needed, ...env }).sports

test('without a key the games are simulated, at the pace of the clock', () => {
  expect(sportsOf({})).toEqual({
    oddsApi: undefined,
    speed: 1,
    exposure: { ofPlayer: 2, ofAll: 50 },
  })
})

test('a key turns to the odds feed', () => {
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
])('a season at another pace is refused at %s', (publicUrl) => {
  const env = {
    SPORTS_SPEED: '60',
    PUBLIC_URL: publicUrl,
    TRUST_PROXY_HOPS: '1',
  }
  expect(() => sportsOf(env)).toThrow('SPORTS_SPEED')
  expect(sportsOf({ ...env, SPORTS_SPEED: '1' }).speed).toBe(1)
})

test.each([undefined, 'http://localhost:3000', 'http://127.0.0.1'])(
  'and taken at %s',
  (publicUrl) => {
    const env = {
      SPORTS_SPEED: '60',
      ...(publicUrl && { PUBLIC_URL: publicUrl }),
    }
    expect(sportsOf(env).speed).toBe(60)
  },
)

test.each([
  ['SPORTS_SPEED', '0'],
  ['SPORTS_PLAYER_EXPOSURE_PERCENT', '101'],
  ['SPORTS_EXPOSURE_PERCENT', '0'],
  ['ODDS_API_KEY', 'with space'],
  ['ODDS_API_URL', 'ftp://odds'],
  ['ODDS_API_POLL_SECONDS', '1'],
])('%s=%s is refused by name', (name, value) => {
  expect(() => sportsOf({ [name]: value })).toThrow(name)
})
