import { parseEnv } from 'node:util'
import { expect, test } from 'vitest'
import { configOf } from '../api/src/config.ts'
import { LAUNCH_VARIABLES } from './lib/launch-config.ts'
import {
  apiVariables,
  EXAMPLE,
  EXAMPLE_TEXT,
  NEEDED,
} from './test-support/variables.ts'

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
  expect(parseEnv(EXAMPLE_TEXT)).toEqual({})
})
