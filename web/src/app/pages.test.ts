import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { currentGames } from '#core/games/registry.ts'
import { gameEntries } from '../games/registry.ts'
import { firstGamePath } from '../games/shared/first-game-path.ts'
import { pages, redirects } from './pages.ts'
import { recordDrawings } from './record-drawings.ts'

test('has one page or redirect per path', () => {
  const paths = [...pages.map(({ path }) => path), ...Object.keys(redirects)]
  expect(new Set(paths).size).toBe(paths.length)
})

test('has a page and a drawing for each game, and lists the default game first', () => {
  const types = gameEntries.map(({ gameType }) => gameType)
  expect(types.toSorted()).toEqual(
    currentGames.map(({ gameType }) => gameType).toSorted(),
  )
  expect(Object.keys(recordDrawings.rounds).toSorted()).toEqual(
    types.toSorted(),
  )
  expect(firstGamePath).toBe(gameEntries[0].path)
})

test('type-checks every link within the site', () => {
  const cwd = join(import.meta.dirname, '..')
  const files = globSync('**/*.{ts,tsx}', { cwd, exclude: ['**/*.test.*'] })
  const unchecked = files.flatMap((file) =>
    [
      ...readFileSync(join(cwd, file), 'utf8').matchAll(
        /\b(?:to|href)=\{?['"`]\/(?!api\/|docs").*/g,
      ),
    ].map(([link]) => `${file}: ${link}`),
  )
  expect(unchecked).toEqual([])
})
