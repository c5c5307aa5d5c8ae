import type { SportsGame } from '#core/schemas/sports.ts'
import { SeasonSeeds } from '../../domain/sports/season-seeds.tsx'
import { pagePath } from '../../lib/page-path.ts'

/** What stands beside the games: where they come from, and the rules. */
export function SportsNotes({
  games,
}: {
  games: readonly SportsGame[] | undefined
}) {
  return (
    <>
      {isSimulated(games) && (
        <details className="rubber-card p-4">
          <summary className="cursor-pointer font-display font-medium">
            What is a simulated season?
          </summary>
          <div className="mt-3 grid gap-3 text-small text-soft">
            <p>
              No real game is behind these: this house plays a season of its
              own, drawn from a secret seed. The seed's hash is out from the
              start, so nobody can change the season later.
            </p>
            <SeasonSeeds />
          </div>
        </details>
      )}
      <p className="rubber-card p-4 text-small text-soft">
        Final scores settle bets, overtime included.{' '}
        <a
          href={pagePath('/sports/rules')}
          target="_blank"
          rel="noreferrer"
          className="text-link"
        >
          Settlement rules
        </a>
      </p>
    </>
  )
}

/** Whether the house plays the games itself, as the list says. */
export function isSimulated(games: readonly SportsGame[] = []): boolean {
  return games.some(({ source }) => source === 'simulated')
}
