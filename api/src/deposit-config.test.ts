import { describe, expect, test } from 'vitest'
import { configOf } from './config.ts'

const NEEDED = {
  DATABASE_URL: 'postgres://casino@db/casino',
  SESSION_SECRET: 'secret of the session with 32 characters',
  MASTER_KEYS: `1:${'0123456789abcdef'.repeat(4)}`,
}
const OPERATOR_KEY = `0x${'ab'.repeat(32)}`
const CHAIN = { RPC_URL: 'http://node', DEPLOYMENT_FILE: 'deployment.json' }

function depositsOf(env: NodeJS.ProcessEnv) {
  return configOf({ ...NEEDED, ...env }).deposits
}

test.each([
  ['nothing', {}],
  ['only a deployment', { DEPLOYMENT_FILE: 'deployment.json' }],
  ['only rates', { COINS_PER_TBNB: '500' }],
])('with %s there are no deposits', (_name, env) => {
  expect(depositsOf(env)).toBeUndefined()
})

test('a node and a deployment are enough', () => {
  expect(depositsOf(CHAIN)).toEqual({
    rpcUrl: 'http://node',
    deploymentFile: 'deployment.json',
    operatorKey: undefined,
    terms: {
      tBNB: { minimumWei: 10n ** 16n, coinsPerUnit: 100_000 },
      GUMBY: { minimumWei: 10n ** 20n, coinsPerUnit: 1 },
      POKEY: { minimumWei: 10n ** 20n, coinsPerUnit: 1 },
    },
  })
})

test('all of it can be said otherwise', () => {
  const deposits = depositsOf({
    ...CHAIN,
    RPC_URL: 'https://node/key',
    OPERATOR_PRIVATE_KEY: OPERATOR_KEY,
    COINS_PER_TBNB: '7',
    MINIMUM_TBNB: '0.5',
  })
  expect(deposits).toMatchObject({
    rpcUrl: 'https://node/key',
    operatorKey: OPERATOR_KEY,
    terms: { tBNB: { minimumWei: 5n * 10n ** 17n, coinsPerUnit: 7 } },
  })
})

describe('what does not fit is named, and its value is not', () => {
  test.each([
    ['RPC_URL', 'node-without-scheme'],
    ['RPC_URL', 'ftp://node'],
    ['RPC_URL', 'http://node,http://other'],
    ['OPERATOR_PRIVATE_KEY', OPERATOR_KEY.slice(2)],
    ['OPERATOR_PRIVATE_KEY', OPERATOR_KEY.slice(0, -1)],
    ['COINS_PER_TBNB', '0'],
    ['COINS_PER_GUMBY', '1.5'],
    ['COINS_PER_POKEY', '1e3'],
    ['MINIMUM_TBNB', '-1'],
    ['MINIMUM_GUMBY', '0x10'],
    ['MINIMUM_POKEY', '0.5'],
    ['DEPLOYMENT_FILE', undefined],
    ['RPC_URL', ''],
  ])('%s as %s', (name, value) => {
    let message = ''
    try {
      depositsOf({ ...CHAIN, [name]: value })
    } catch (error) {
      message = String(error)
    }
    expect(message).toContain(`  ${name} `)
    if (value) expect(message).not.toContain(value)
  })
})
