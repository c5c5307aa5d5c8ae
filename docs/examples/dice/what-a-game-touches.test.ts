import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type FoundKit, gameKits } from '../../../scripts/lib/game-kits.ts'
import { PROJECT_ROOT } from '../../../scripts/lib/launch-config.ts'

/** Where a game is entered: a line in each. */
const REGISTRIES = [
  'core/games/references.ts',
  'core/games/registry.ts',
  'web/src/app/game-pages.ts',
]

/** Files that name one game although they are no part of it, and why. */
const EXCEPTIONS: Readonly<Record<string, string>> = {
  'scripts/bench/classic-server.ts':
    'the textbook way to write a game, to compare the engine with',
  'scripts/bench/pages/autobet-rows.ts':
    'plays ten thousand rounds of the game that is over soonest',
  'scripts/bench/pages/page-rows.ts': 'measures one game page as a visitor',
  'scripts/pictures.ts': "the README's picture shows one game",
  'web/src/features/fairness/worked-example.tsx':
    'works out one round for readers, by the simplest rules',
  'web/src/features/landing/guest-flip/guest-round.ts':
    'lets visitors try the game with the simplest rules',
  'web/src/domain/play/first-game-path.ts':
    'chooses the game that is opened first',
}

const kits = await gameKits()
const sources = globSync(
  '{core,api/src,scripts,e2e,web/src}/**/*.{ts,tsx,mjs,css}',
  { cwd: PROJECT_ROOT },
).filter((file) => !isTest(file))

/** Tests and what only they use may play whatever they like. */
function isTest(file: string): boolean {
  return (
    /\.(test|screens)\.tsx?$/.test(file) ||
    /^(core|api\/src)\/testing\/|^scripts\/test-support\/|^web\/src\/test\//.test(
      file,
    )
  )
}

/** The game's folders: its rules, its page, its own journeys. */
function isOwn(file: string, { folder }: FoundKit): boolean {
  const rooms = ['core/games', 'web/src/features', 'e2e']
  return rooms.some((room) => file.startsWith(`${room}/${folder}/`))
}

/** A game's name in any spelling, or its folder or path as part of another. */
function signsOf({ game, folder }: FoundKit): RegExp {
  const name = game.gameType.replaceAll(/[ -]/g, '[ _-]?')
  const segment = `(?<=['"\`/])(${folder}|${game.path})(?=['"\`/])`
  return new RegExp(`${name}|${segment}`, 'i')
}

/** Files outside of a game's folders that name it. */
function naming(kit: FoundKit): string[] {
  const signs = signsOf(kit)
  return sources
    .filter((file) => !isOwn(file, kit))
    .filter((file) =>
      signs.test(readFileSync(join(PROJECT_ROOT, file), 'utf8')),
    )
    .toSorted()
}

test.each(kits)(
  'outside of its folders $folder is a line in each registry',
  (kit) => {
    const files = naming(kit).filter((file) => !(file in EXCEPTIONS))
    expect(files).toEqual(REGISTRIES)
  },
)

test('what may name a game still does', () => {
  const named = new Set(kits.flatMap(naming))
  expect(Object.keys(EXCEPTIONS).filter((file) => !named.has(file))).toEqual([])
})

describe('the example', () => {
  const folder = import.meta.dirname
  const files = globSync('**/*.ts', { cwd: folder }).toSorted()

  test('adds a folder to core/games and nothing else', () => {
    expect(files.filter((file) => !isTest(file))).toEqual([
      'dice-answer.ts',
      'dice-reference.ts',
      'dice-return.ts',
      'dice.ts',
      'game-kit.ts',
      'golden/dice-plan.ts',
    ])
  })

  test('needs nothing but core, and no other game', () => {
    const games = kits.map((kit) => `#core/games/${kit.folder}/`)
    const imports = files
      .filter((file) => !isTest(file))
      .flatMap((file) => {
        const text = readFileSync(join(folder, file), 'utf8')
        return [...text.matchAll(/from '([^']+)'/g)].map(
          ([, from = '']) => from,
        )
      })
    const others = imports.filter(
      (from) =>
        !/^(zod\/mini$|#core\/|\.)/.test(from) ||
        games.some((game) => from.startsWith(game)),
    )
    expect(imports.length).toBeGreaterThan(10)
    expect(others).toEqual([])
  })
})
