import { existsSync, globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, test } from 'vitest'
import { PROJECT_ROOT } from './lib/launch-config.ts'

const PACKAGE = join(PROJECT_ROOT, 'package.json')
const { scripts } = JSON.parse(readFileSync(PACKAGE, 'utf8'))
const PAGES = globSync(['*.md', 'docs/*.md'], { cwd: PROJECT_ROOT })

test.each(PAGES)('%s names commands and files that are there', (page) => {
  const text = readFileSync(join(PROJECT_ROOT, page), 'utf8')
  const found = (pattern: RegExp) =>
    [...text.matchAll(pattern)].map(([, name = '']) => name)
  const isThere = (path: string) => existsSync(join(PROJECT_ROOT, path))

  const commands = found(/npm run ([a-z:-]+[a-z])/g)
  expect(commands.filter((name) => !(name in scripts))).toEqual([])
  const programs = found(/node(?: --env-file=\S+)? ((?:scripts|api)\/\S+\.ts)/g)
  expect(programs.filter((path) => !isThere(path))).toEqual([])
  const links = found(/\]\((?!https?:)([^)#]+)/g)
  const missing = links.filter((to) => !isThere(join(dirname(page), to)))
  expect(missing).toEqual([])
})
