import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { RANKED_STAKE_MIN } from '#core/leaderboard/ranking.ts'
import { weekEnd } from '#core/leaderboard/week.ts'
import type { LeaderboardAnswer } from '#core/schemas/leaderboard.ts'
import { Button } from '../../components/button.tsx'
import { Skeleton } from '../../components/skeleton.tsx'
import { useAuth } from '../../domain/session/auth.tsx'
import { useWayBack } from '../../domain/session/way-back.ts'
import { coinsText, formatGameTime } from '../../lib/format.ts'
import { pagePath } from '../../lib/page-path.ts'
import { leaderboardQuery } from './leaderboard-api.ts'
import { ParticipationChoice } from './participation-choice.tsx'
import { MultipleRanking, ReturnRanking } from './ranking-card.tsx'
import './leaderboard.css'

/** /leaderboard */
export function LeaderboardPage() {
  const { data, isError, refetch } = useQuery(leaderboardQuery)
  return (
    <div className="leaderboard-page">
      <header>
        <h1 className="text-display max-sm:text-title">Leaderboard</h1>
        <p className="text-soft">
          The week's best, by what came back of all they staked and by what one
          bet paid. Only players who ask for it are named.
        </p>
      </header>
      <Participation />
      {data && <Weeks {...data} />}
      {!data && !isError && <Skeleton className="h-96" />}
      {!data && isError && (
        <p className="rubber-card flex flex-wrap items-center justify-between gap-3 p-5">
          The leaderboard could not be loaded. It tries again by itself.
          <Button onClick={() => void refetch()}>Try again</Button>
        </p>
      )}
    </div>
  )
}

function Participation() {
  const { user } = useAuth()
  const wayBack = useWayBack()
  return (
    <div className="rubber-card p-4">
      {user ? (
        <ParticipationChoice key={user.id} player={user.id} />
      ) : (
        <p>
          <Link to={pagePath('/auth')} state={wayBack} className="text-link">
            Sign in
          </Link>{' '}
          to take part.
        </p>
      )}
    </div>
  )
}

function Weeks({ thisWeek, lastWeek }: LeaderboardAnswer) {
  const end = new Date(weekEnd(Date.parse(thisWeek.from))).toISOString()
  return (
    <>
      <section aria-labelledby="this-week" className="grid gap-3">
        <div>
          <h2 id="this-week" className="text-title">
            This week
          </h2>
          <p className="text-small text-soft">
            Ends on {formatGameTime(end)}, which is Monday 00:00 UTC. A place by
            return takes {coinsText(RANKED_STAKE_MIN)} staked.
          </p>
        </div>
        <div className="leaderboard-lists">
          <ReturnRanking heading="By return" {...thisWeek} />
          <MultipleRanking heading="By one bet" {...thisWeek} />
        </div>
      </section>
      <section aria-labelledby="last-week" className="grid gap-3">
        <h2 id="last-week" className="text-title">
          Last week's winners
        </h2>
        <div className="leaderboard-lists">
          <ReturnRanking heading="Best return" {...lastWeek} />
          <MultipleRanking heading="Largest multiple" {...lastWeek} />
        </div>
      </section>
    </>
  )
}
