import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../../components/skeleton.tsx'
import { OwnBetLink } from '../../../games/shared/bets/own-bet-link.tsx'
import { ownBetsQuery } from '../../../games/shared/bets/own-bets-query.ts'
import { useFairness } from '../verifier/fairness-provider.tsx'

/** Recent bets, each one tap from its proof. */
export function GameHashes() {
  const bets = useQuery(ownBetsQuery(useFairness().player))
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
          {bets.data?.map((bet) => (
            <li key={bet.id}>
              <OwnBetLink bet={bet} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}
