import type { Game } from '#core/games/game.ts'
import { currentGames } from '#core/games/registry.ts'
import { LaunchError } from '../lib/launch-error.ts'

type Named = { game: Game; rest: string[] }

/**
 * The game that the first words name, by its path or its title, and the words
 * behind it. Case, spaces, hyphens and a plural do not matter; of two readings
 * the longer name counts, so that "Slot Machine" leaves no word behind.
 *
 * @throws LaunchError that lists what is taken
 */
export function namedGame(args: readonly string[]): Named {
  for (let words = MOST_WORDS; words > 0; words -= 1) {
    const name = plain(args.slice(0, words).join(' '))
    const game = currentGames.find((one) => namesOf(one).includes(name))
    if (game) return { game, rest: args.slice(words) }
  }
  const names = currentGames.map(
    ({ path, gameType }) => `${path} (or "${gameType}")`,
  )
  throw new LaunchError(
    `The games are ${names.join(', ')}, in capitals or not, with hyphens or without.`,
  )
}

const MOST_WORDS = Math.max(
  ...currentGames.map(({ gameType }) => gameType.split(/[ -]/).length),
)

function namesOf({ path, gameType }: Game): string[] {
  return [path, gameType].map(plain)
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '')
}
