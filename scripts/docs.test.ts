import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, normalize } from 'node:path'
import { describe, expect, test } from 'vitest'
import { PROJECT_ROOT } from './product/launch-config.ts'

const files = execFileSync('git', ['ls-files', '-co', '--exclude-standard'], {
  cwd: PROJECT_ROOT,
  encoding: 'utf8',
})
  .trim()
  .split('\n')
  .filter((file) => existsSync(join(PROJECT_ROOT, file)))
const pages = files.filter((file) => file.endsWith('.md'))
const { scripts } = JSON.parse(read('package.json'))

function read(file: string): string {
  return readFileSync(join(PROJECT_ROOT, file), 'utf8')
}

/** Returns the ids that GitHub gives to the headings of a page. */
function headingIds(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  )
}

/** Returns true if the target of a link in `page` exists, with its heading. */
function isFound(page: string, link: string): boolean {
  const [path = '', id] = link.split('#')
  const file = path ? normalize(join(dirname(page), path)) : page
  if (!existsSync(join(PROJECT_ROOT, file))) return false
  return !id || headingIds(read(file)).includes(id)
}

describe.each(pages)('%s', (page) => {
  const text = read(page)

  test('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(((?!https?:|mailto:)[^)\s]+)\)/g)]
    const targets = links.map(([, link = '']) => link)
    expect(targets.filter((link) => !isFound(page, link))).toEqual([])
  })

  test('names scripts and source files that exist', () => {
    const named = [...text.matchAll(/npm run (?:-s )?([a-z][\w:]*)/g)]
    const unknown = named.filter(([, script = '']) => !(script in scripts))
    expect(unknown.map(([command]) => command)).toEqual([])
    const paths = [...text.matchAll(/`(\w[\w./-]*\.(?:tsx?|mjs|sql|sol))`/g)]
    const missing = paths
      .map(([, path = '']) => path)
      .filter((path) => !path.includes('dice'))
      .filter((path) => !files.some((file) => `/${file}`.endsWith(`/${path}`)))
    expect(missing).toEqual([])
  })

  test('quotes test names that exist', () => {
    const cited = [...text.matchAll(/`(\S+\.test\.tsx?)`((?:,? "[^"]+")+)/g)]
    const unknown = cited.flatMap(([, path = '', names = '']) => {
      const found = files.filter((file) => `/${file}`.endsWith(`/${path}`))
      const tests = found.map(read).join('\n')
      const quoted = [...names.matchAll(/"([^"]+)"/g)]
      return quoted.filter(([, name = '']) => !tests.includes(name))
    })
    expect(unknown.map(([name]) => name)).toEqual([])
  })
})

test('the map of the architecture names every part of core', () => {
  const map = read('docs/architecture.md').split('```')[1] ?? ''
  const core = map.slice(map.indexOf('core/'), map.indexOf('api/src/'))
  const parts = files
    .filter((file) => /^core\/[^/]+(\/|(?<!\.test)\.ts$)/.test(file))
    .map((file) => file.split('/')[1] ?? '')
    .filter((part) => part !== 'assert.ts')
  const missing = [...new Set(parts)].filter((part) => !core.includes(part))
  expect(missing).toEqual([])
})
