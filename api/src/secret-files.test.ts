import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { parseConfig } from './config.ts'
import { readSecretFiles } from './secret-files.ts'

const KEY = '0123456789abcdef'.repeat(4)

function fileWith(text: string): string {
  const file = join(testFolder(), 'secret')
  writeFileSync(file, text)
  return file
}

test('reads each secret of the configuration from its file', () => {
  const config = parseConfig({
    DATABASE_URL_FILE: fileWith('postgres://db/casino\n'),
    DATABASE_DIRECT_URL_FILE: fileWith('postgres://db-direct/casino\n'),
    SESSION_SECRET_FILE: fileWith(`${KEY}\n`),
    MASTER_KEYS_FILE: fileWith(` 1:${KEY}\r\n`),
    RPC_URL_FILE: fileWith('http://node/key'),
    DEPLOYMENT_FILE: 'deployment.json',
    OPERATOR_PRIVATE_KEY_FILE: fileWith(`0x${KEY}`),
    ODDS_API_KEY_FILE: fileWith('key-of-odds'),
  })
  expect(config).toMatchObject({
    databaseUrl: 'postgres://db/casino',
    databaseDirectUrl: 'postgres://db-direct/casino',
    sessionSecret: KEY,
    masterKeys: new Map([[1, Buffer.from(KEY, 'hex')]]),
    deposits: { rpcUrls: ['http://node/key'], operatorKey: `0x${KEY}` },
    sports: { oddsApi: { apiKey: 'key-of-odds' } },
  })
})

test('sets nothing for an empty file', () => {
  const env = { OPERATOR_PRIVATE_KEY_FILE: fileWith('\n') }
  expect(readSecretFiles(env)).toEqual({
    variables: { OPERATOR_PRIVATE_KEY_FILE: '' },
    issues: [],
  })
})

test('finds nothing to do in an environment that has its secrets', () => {
  const env = { MASTER_KEYS_FILE: fileWith(`1:${KEY}`) }
  const { variables } = readSecretFiles(env)
  expect(readSecretFiles({ ...env, ...variables })).toEqual({
    variables: {},
    issues: [],
  })
})

test('refuses a secret that is set twice or cannot be read', () => {
  const env = {
    DATABASE_URL: 'postgres://db/casino',
    SESSION_SECRET: KEY,
    SESSION_SECRET_FILE: fileWith(`other ${KEY}`),
    MASTER_KEYS_FILE: '/missing/master-keys',
  }
  expect(() => parseConfig(env)).toThrow(
    new Error(
      `The configuration does not fit:
  SESSION_SECRET_FILE is set, and so is SESSION_SECRET
  MASTER_KEYS_FILE names a file that can't be read: /missing/master-keys
See .env.example.`,
    ),
  )
})
