import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, expectTypeOf, it } from 'vitest'
import { currentGames } from '#core/games/registry.ts'
import { firstGamePath } from '../domain/play/first-game-path.ts'
import type { PagePath } from '../lib/page-path.ts'
import { gamePages } from './game-pages.ts'
import { pages, redirects } from './pages.ts'

const SOURCE = join(import.meta.dirname, '..')
const LISTS = [
  'app/page.ts',
  'app/pages.ts',
  'app/game-pages.ts',
  'app/info-pages.ts',
]
const TESTS = ['test/**', '**/*.test.*']

const files = globSync('**/*.{ts,tsx}', { cwd: SOURCE, exclude: TESTS })
const texts = files
  .filter((file) => !LISTS.includes(file))
  .map((file) => ({ file, text: readFileSync(join(SOURCE, file), 'utf8') }))

/** Where a pattern occurs, as `file: what was found`. */
function found(pattern: RegExp): string[] {
  return texts.flatMap(({ file, text }) =>
    [...text.matchAll(pattern)].map(([match]) => `${file}: ${match}`),
  )
}

it('has one entry a path', () => {
  const paths = [...pages.map(({ path }) => path), ...Object.keys(redirects)]
  expect(new Set(paths).size).toBe(paths.length)
})

it('has a page for each game that can be played', () => {
  const types = gamePages.map(({ gameType }) => gameType)
  expect(types.toSorted()).toEqual(
    currentGames.map(({ gameType }) => gameType).toSorted(),
  )
})

it('begins the games with the one that links lead to', () => {
  expect(firstGamePath).toBe(gamePages[0].path)
})

it('gives the type of links those that lead to a page, and no others', () => {
  expectTypeOf<'/fairness'>().toExtend<PagePath>()
  expectTypeOf<'/verify/a-round'>().toExtend<PagePath>()
  expectTypeOf<'/fairnes'>().not.toExtend<PagePath>()
  expectTypeOf<'/verify'>().not.toExtend<PagePath>()
  expectTypeOf<string>().not.toExtend<PagePath>()
})

it('is the one place that names a path, but for links of that type', () => {
  const named = pages.map(({ path }) => {
    const [start, parameter] = path.split(':')
    // A colon follows where a comment speaks of the entry's path.
    return parameter ? `${start}(?!:)` : `${path}\\1`
  })
  const literal = `(['"\`])(?:${named.join('|')})`
  expect(found(new RegExp(`pagePath\\(\\s*${literal}`, 'g'))).not.toEqual([])
  expect(found(new RegExp(`(?<!pagePath\\(\\s*)${literal}`, 'g'))).toEqual([])
})

it('leaves no link within the site unchecked', () => {
  expect(found(/\b(?:to|href)=\{?['"`]\/(?!api\/|docs").*/g)).toEqual([])
})
