import { describe, expect, test } from 'vitest'
import { BSC_TESTNET, LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import { assert } from '#core/errors.ts'
import { configOf } from './config.ts'
import { requireTimeToReverse } from './deposit-config.ts'

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
])('takes no deposits with %s', (_name, env) => {
  expect(depositsOf(env)).toBeUndefined()
})

test('takes deposits with a node and a deployment', () => {
  expect(depositsOf(CHAIN)).toEqual({
    rpcUrls: ['http://node'],
    deploymentFile: 'deployment.json',
    operatorKey: undefined,
    treasury: undefined,
    terms: {
      tBNB: { minimumWei: 10n ** 16n, coinsPerUnit: 100_000 },
      GUMBY: { minimumWei: 10n ** 20n, coinsPerUnit: 1 },
      POKEY: { minimumWei: 10n ** 20n, coinsPerUnit: 1 },
    },
    reverseAfterMs: 120_000,
    anchorEveryMs: 3_600_000,
  })
})

test('takes every setting', () => {
  const deposits = depositsOf({
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
  const soon = depositsOf({ ...CHAIN, REVERSE_AFTER_SECONDS: '119' })
  const late = depositsOf({ ...CHAIN, REVERSE_AFTER_SECONDS: '120' })
  assert(soon !== undefined && late !== undefined, 'there is a chain')
  requireTimeToReverse(soon, LOCAL_CHAIN)
  requireTimeToReverse(late, BSC_TESTNET)
  expect(() => requireTimeToReverse(soon, BSC_TESTNET)).toThrow(
    'REVERSE_AFTER_SECONDS is 120 at least on chain 97.',
  )
})

describe('names a setting that does not fit, and not its value', () => {
  test.each([
    ['ANCHOR_EVERY_SECONDS', '86401'],
    ['RPC_URL', 'node-without-scheme'],
    ['RPC_URL', 'http://node,ftp://other'],
    ['RPC_URL', 'http://node, http://node'],
    ['OPERATOR_PRIVATE_KEY', OPERATOR_KEY.slice(0, -1)],
    ['TREASURY_ADDRESS', `0x${'0'.repeat(40)}`],
    ['TREASURY_ADDRESS', '0x1f9840A85d5aF5bf1D1762F925BDADdC4201F985'],
    ['COINS_PER_TBNB', '0'],
    ['COINS_PER_POKEY', '1e3'],
    ['MINIMUM_TBNB', '-1'],
    ['MINIMUM_POKEY', '0.5'],
    ['REVERSE_AFTER_SECONDS', '0'],
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
