import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../components/skeleton.tsx'
import { useFairness } from '../../lib/fairness/fairness-provider.tsx'
import { formatCoins, formatTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { gameHashesQuery } from './game-hashes-query.ts'

/** Recent rounds, each one tap from its proof. */
export function GameHashes() {
  const bets = useQuery(gameHashesQuery(useFairness().player))
  return (
    <section aria-label="Recent Game Hashes">
      <h3 className="text-lead">Recent Game Hashes</h3>
      <div className="well mt-2 h-[200px] overflow-y-auto">
        {bets.isPending && <Skeleton className="m-3 h-24" />}
        {bets.isError && (
          <p className="p-4 text-soft">
            The list could not be loaded. It tries again by itself.
          </p>
        )}
        {bets.data?.length === 0 && (
          <p className="p-4 text-soft">
            No rounds yet. Play one, and its proof is here a moment later.
          </p>
        )}
        <ul>
          {bets.data?.map(({ id, gameType, amount, timestamp }) => (
            <li key={id}>
              <a
                href={pagePath(`/verify/${id}`)}
                target="_blank"
                rel="noreferrer"
                className="hash-link"
              >
                <span className="whitespace-nowrap font-display font-semibold">
                  {gameType} · bet {formatCoins(-amount)}
                </span>
                <span className="text-end text-small text-soft">
                  {formatTime(timestamp)}
                </span>
                <code className="hex text-sky-text">{id}</code>
              </a>
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
