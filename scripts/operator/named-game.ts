import { currentGames } from '#core/games/registry.ts'
import { DEPOSITS } from '#core/pauses.ts'
import { LaunchError } from '../cli/launch-error.ts'

/** Pausable targets by path and title. */
type NamedGame = { path: string; gameType: string }

type Named = { game: NamedGame; rest: string[] }

/** Everything that takes bets, and credits of deposits. */
export const namedGames: readonly NamedGame[] = [
  ...currentGames,
  { path: 'races', gameType: 'Horse Race' },
  { path: 'sports', gameType: 'Sports Bet' },
  { path: 'deposits', gameType: DEPOSITS },
]

/**
 * Splits words into a game, by path or title, and the words after it. Ignores case,
 * spaces, hyphens and plurals; takes the longest match.
 *
 * @throws LaunchError that lists the games
 */
export function namedGame(
  args: readonly string[],
  games: readonly NamedGame[] = namedGames,
): Named {
  for (let words = args.length; words > 0; words -= 1) {
    const name = plain(args.slice(0, words).join(' '))
    const game = games.find((one) => getNames(one).includes(name))
    if (game) return { game, rest: args.slice(words) }
  }
  const names = games.map(({ path, gameType }) => `${path} (or "${gameType}")`)
  throw new LaunchError(
    `The games are ${names.join(', ')}, in capitals or not, with hyphens or without.`,
  )
}

function getNames({ path, gameType }: NamedGame): string[] {
  return [path, gameType].map(plain)
}

function plain(name: string): string {
  return name
    .toLowerCase()
    .replaceAll(/[^a-z0-9]/g, '')
    .replace(/s$/, '')
}
