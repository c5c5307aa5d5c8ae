import type { SportsGame } from '#core/api/sports.ts'
import { pagePath } from '../lib/page-path.ts'
import { isSimulated } from './offers.ts'
import { SeasonSeeds } from './shared/season-seeds.tsx'

/** Notes on the source of the games and the rules. */
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
              These games are not real. The casino simulates a season from a
              secret seed and publishes the seed's hash first, so the results
              can't be changed later.
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
