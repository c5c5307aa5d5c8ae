import { execFileSync } from 'node:child_process'
import { globSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './lib/launch-config.ts'

// Vitest compiles what it loads and so accepts more than Node does. This is
// what Node itself has to load in the running product.
const LOADED = [
  'core/**/*.ts',
  'api/src/**/*.ts',
  'scripts/{audit,chain,chaos,chaos/floods,components,deposit,lib}/*.ts',
  'scripts/bench/*.ts',
  'web/src/app/pages.ts',
]
const STARTED = [
  'api/src/main.ts',
  'api/src/features/returns/returns-worker.ts',
  'scripts/*.ts',
  'scripts/bench/*.ts',
]
const ONLY_IN_TESTS = ['**/*.test.ts', '**/test-*.ts']
const SERVERS = [
  'scripts/bench/classic-server.ts',
  'scripts/bench/empty-route.ts',
  'scripts/bench/unsigned-api.ts',
]
const WORKERS = [
  'api/src/features/returns/returns-worker.ts',
  'scripts/chaos/floods/attack-worker.ts',
]

function files(patterns: string[], exclude: string[]): string[] {
  return globSync(patterns, { cwd: PROJECT_ROOT, exclude })
}

function node(...args: string[]): string {
  return execFileSync(process.execPath, args, {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  })
}

test('Node itself can import every module of the server and the scripts, and the list of pages', () => {
  const modules = files(LOADED, [
    ...ONLY_IN_TESTS,
    'api/src/main.ts',
    ...SERVERS,
    ...WORKERS,
  ])
  const imports = modules.map((path) => {
    const url = JSON.stringify(`file://${join(PROJECT_ROOT, path)}`)
    return `await import(${url})`
  })
  const code = [...imports, "console.log('imported')"].join('\n')
  expect(node('--input-type=module', '--eval', code)).toContain('imported')
  expect(modules).toContain('api/src/app.ts')
})

test.each(files(STARTED, ONLY_IN_TESTS))('Node itself can read %s', (path) => {
  expect(() => node('--check', path)).not.toThrow()
})
