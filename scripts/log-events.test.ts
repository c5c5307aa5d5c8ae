import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './product/launch-config.ts'

const cwd = PROJECT_ROOT
const sources = globSync('api/src/**/*.ts', { cwd })
  .filter((path) => !path.endsWith('.test.ts'))
  .map((path) => readFileSync(`${cwd}/${path}`, 'utf8'))
const documented = new Map(
  [
    ...readFileSync(`${cwd}/docs/log-events.md`, 'utf8').matchAll(
      /^\| `([a-z_.]+)` \| (\w+) \| (.+) \|$/gm,
    ),
  ].map(([, event = '', level, action = '']) => [event, { level, action }]),
)

/**
 * Literals that look like event names; file names, columns, and keys (attributes
 * of traces) are none.
 */
const EVENT =
  /(?<!isoText\()'([a-z_]+\.(?!html|json|csv|ts)[a-z][a-z_]+)'(?!:)/g
const LEVELS = ['info', 'warn', 'error']
/** A call's level and event. */
const CALL =
  /\blog\s*\.(info|warn|error)\((?:(?!\blog\s*\.)[^;]){0,300}?'([a-z_]+\.[a-z_]+)'/g

test('docs/log-events.md lists each event of the API, and no other', () => {
  const used = new Set(
    sources.flatMap((text) =>
      [...text.matchAll(EVENT)].map(([, event = '']) => event),
    ),
  )
  expect(used.size).toBeGreaterThan(50)
  expect([...documented.keys()].toSorted()).toEqual([...used].toSorted())
})

test('each event has the highest level of its calls, and says what to do', () => {
  const calls = sources.flatMap((text) =>
    [...text.matchAll(CALL)].map(([, level = '', event = '']) => ({
      event,
      rank: LEVELS.indexOf(level),
    })),
  )
  expect(calls.length).toBeGreaterThan(60)
  for (const [event, all] of Map.groupBy(calls, (call) => call.event)) {
    const level = LEVELS[Math.max(...all.map(({ rank }) => rank))]
    expect(documented.get(event), event).toMatchObject({ level })
  }
  for (const [event, { level, action }] of documented) {
    const words = action.split(' ').length
    expect(words, event).toBeGreaterThan(level === 'info' ? 2 : 4)
  }
})
