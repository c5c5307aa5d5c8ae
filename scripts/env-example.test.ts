import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { configOf } from '../api/src/config.ts'
import { LAUNCH_VARIABLES, PROJECT_ROOT } from './lib/launch-config.ts'

const TEXT = readFileSync(join(PROJECT_ROOT, '.env.example'), 'utf8')
const VARIABLE = /^#([A-Z_]+)=(.*)$/gm
const EXAMPLE = [...TEXT.matchAll(VARIABLE)].map(([, name = '', value]) => ({
  name,
  value,
}))
const NEEDED = {
  DATABASE_URL: 'postgres://localhost/casino',
  SESSION_SECRET: 'x'.repeat(32),
  MASTER_KEYS: `1:${'0'.repeat(64)}`,
}

/** The variables that the API reads, seen by watching it. */
function apiVariables(): string[] {
  const asked = new Set<string>()
  const env = new Proxy<NodeJS.ProcessEnv>(NEEDED, {
    get(target, name: string) {
      asked.add(name)
      return target[name]
    },
  })
  configOf(env)
  return [...asked].filter((name) => /^[A-Z_]+$/.test(name))
}

test.each([...new Set([...LAUNCH_VARIABLES, ...apiVariables()])].sort())(
  '%s is explained once',
  (known) => {
    expect(EXAMPLE.filter(({ name }) => name === known)).toHaveLength(1)
  },
)

test('the defaults it shows are the defaults', () => {
  const shown = EXAMPLE.filter(({ value }) => !value?.startsWith('<'))
  const text = shown.map(({ name, value }) => `${name}=${value}`).join('\n')
  expect(configOf({ ...parseEnv(text), ...NEEDED })).toEqual(configOf(NEEDED))
})

test('as it is, it sets nothing', () => {
  expect(parseEnv(TEXT)).toEqual({})
})
