import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './lib/launch-config.ts'

// No Docker runs here: what can be read of the image is held against the tree.
const LINES = readFileSync(join(PROJECT_ROOT, 'Dockerfile'), 'utf8')
  .split('\n')
  .filter((line) => line !== '' && !line.startsWith('#'))
const PACKAGE = JSON.parse(
  readFileSync(join(PROJECT_ROOT, 'package.json'), 'utf8'),
)
/** The last stage is the image. */
const IMAGE = LINES.slice(
  LINES.findLastIndex((line) => line.startsWith('FROM')),
)
const STARTED = [
  'api/src/main.ts',
  'scripts/migrate.ts',
  'scripts/deploy.ts',
  'scripts/indexer.ts',
  'scripts/ledger-audit.ts',
  'scripts/operator.ts',
  'indexer/ponder.config.ts',
  'indexer/ponder.schema.ts',
  ...globSync('indexer/src/**/*.ts', { cwd: PROJECT_ROOT }),
]

/** What instructions copy from the tree, into wherever. */
function copied(lines: string[]): string[] {
  return lines
    .filter((line) => line.startsWith('COPY') && !line.includes('--from='))
    .flatMap((line) => line.split(' ').slice(1, -1))
    .filter((word) => !word.startsWith('--'))
}

type Reached = { files: Set<string>; packages: Set<string> }

/** Whatever a module loads, and what that loads. Types are not loaded. */
function reach(file: string, reached: Reached): void {
  if (reached.files.has(file)) return
  reached.files.add(file)
  const code = readFileSync(join(PROJECT_ROOT, file), 'utf8')
  const loads =
    /^(?:import|export)\s(?!type\b)(?:[^'";]*?\sfrom\s)?['"]([^'"]+)['"]|\bimport\(\s*['"]([^'"]+)['"]/gm
  for (const [, named, asked] of code.matchAll(loads)) {
    const target = named ?? asked ?? ''
    if (target.startsWith('#core/')) reach(target.slice(1), reached)
    else if (target.startsWith('.')) {
      reach(relative('.', join(dirname(file), target)), reached)
    } else reached.packages.add(packageOf(target))
  }
}

function packageOf(name: string): string {
  const [scope = '', rest] = name.split('/')
  return scope.startsWith('@') ? `${scope}/${rest}` : scope
}

const reached: Reached = { files: new Set(), packages: new Set() }
for (const file of STARTED) reach(file, reached)

test('every stage is on the Node that package.json names', () => {
  const images = LINES.flatMap(
    (line) => /^FROM (\S+:\S+)/.exec(line)?.[1] ?? [],
  )
  expect(images).toEqual([`node:${PACKAGE.devDependencies.node}-bookworm-slim`])
})

test('all that it copies is there, and Docker is not told to ignore it', () => {
  const ignore = readFileSync(join(PROJECT_ROOT, '.dockerignore'), 'utf8')
  const lines = ignore.split('\n')
  const sources = copied(LINES)
  expect(sources).toContain('core')
  for (const source of sources) {
    expect(existsSync(join(PROJECT_ROOT, source)), source).toBe(true)
    const places = source
      .split('/')
      .map((_, last, parts) => `!${parts.slice(0, last + 1).join('/')}`)
    expect(
      places.some((place) => lines.includes(place)),
      source,
    ).toBe(true)
  }
})

test('it holds every module that its programs load', () => {
  const sources = copied(IMAGE)
  const missing = [...reached.files].filter(
    (file) => !sources.some((source) => `${file}/`.startsWith(`${source}/`)),
  )
  expect(missing).toEqual([])
  expect(reached.files).toContain('api/src/app.ts')
})

test('without devDependencies it has every package that they load', () => {
  expect(LINES.join('\n')).toContain('npm ci --omit=dev')
  const missing = [...reached.packages].filter(
    (name) =>
      !(
        name.startsWith('node:') ||
        name.startsWith('ponder:') ||
        PACKAGE.dependencies[name]
      ),
  )
  expect(missing).toEqual([])
  expect(reached.packages).toContain('express')
})

test('neither secrets nor state get into it', () => {
  const ignore = readFileSync(join(PROJECT_ROOT, '.dockerignore'), 'utf8')
  const [first, ...allowed] = ignore
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'))
  expect(first).toBe('*')
  expect(allowed.filter((line) => /^!.*(env|data)/.test(line))).toEqual([])
})

test('it runs as nobody in particular', () => {
  expect(IMAGE.filter((line) => line.startsWith('USER'))).toEqual(['USER node'])
  const user = IMAGE.indexOf('USER node')
  expect(IMAGE.findIndex((line) => line.startsWith('CMD'))).toBeGreaterThan(
    user,
  )
})
