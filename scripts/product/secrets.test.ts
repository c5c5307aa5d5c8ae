import { mkdirSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { testFolder } from '#testing/process/test-folder.ts'
import { loadSecrets } from './secrets.ts'

test('creates secrets once per data directory, readable by the owner alone', () => {
  const folder = testFolder()
  const first = loadSecrets(folder)
  expect(first.SESSION_SECRET).toMatch(/^[0-9a-f]{64}$/)
  expect(first.MASTER_KEYS).toMatch(/^1:[0-9a-f]{64}$/)
  expect(loadSecrets(folder)).toEqual(first)
  expect(statSync(join(folder, 'secrets.json')).mode & 0o777).toBe(0o600)
  const other = Object.values(loadSecrets(testFolder()))
  for (const secret of Object.values(first)) expect(other).not.toContain(secret)
})

test('refuses new secrets for a database sealed with lost ones', () => {
  const folder = testFolder()
  loadSecrets(folder)
  mkdirSync(join(folder, 'postgres'))
  rmSync(join(folder, 'secrets.json'))
  expect(() => loadSecrets(folder)).toThrow(/is missing.*backup/)
})

test('names damaged secrets and keeps them', () => {
  const folder = testFolder()
  writeFileSync(join(folder, 'secrets.json'), '{"SESSION_SECRET":')
  expect(() => loadSecrets(folder)).toThrow(/secrets\.json is damaged/)
})
