import { useQuery } from '@tanstack/react-query'
import type { Transaction } from '#core/schemas/transaction.ts'
import { ShieldIcon } from '../../components/shield-icon.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { BetGain } from '../../domain/bets/bet-gain.tsx'
import { useFairness } from '../../lib/fairness/fairness-provider.tsx'
import { formatCoins, formatGameTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { gameHashesQuery } from './game-hashes-query.ts'

/** Recent bets, each one tap from its proof. */
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
          {bets.data?.map((bet) => (
            <li key={bet.id}>
              <BetLink bet={bet} />
            </li>
          ))}
        </ul>
      </div>
    </section>
  )
}

function BetLink({ bet }: { bet: Transaction }) {
  const { id, gameType, amount, timestamp } = bet
  return (
    <a
      href={pagePath(`/verify/${id}`)}
      target="_blank"
      rel="noreferrer"
      className="hash-link"
    >
      <ShieldIcon mark="none" className="text-sky" />
      <span className="whitespace-nowrap font-display font-semibold">
        {gameType} · bet {formatCoins(-amount)}
      </span>
      <BetGain bet={bet} />
      <span className="hash-link-proof text-small">
        <time dateTime={timestamp} className="text-soft">
          {formatGameTime(timestamp)}
        </time>
        <span className="text-sky-text">See the proof</span>
      </span>
    </a>
  )
}
