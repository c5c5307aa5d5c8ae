import { useQuery } from '@tanstack/react-query'
import type { ParticipationAnswer } from '#core/api/leaderboard.ts'
import { RANKED_STAKE_MIN } from '#core/leaderboard/weekly-ranking.ts'
import { Skeleton } from '../../components/skeleton.tsx'
import { Switch } from '../../components/switch.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { coinsText, formatCoins, formatGain } from '../../lib/format.ts'
import { participationQuery, useSetShown } from './leaderboard-api.ts'

/** Whether a player takes part; nobody does unless they ask for it. */
export function ParticipationChoice({ player }: { player: string }) {
  const { data, isError } = useQuery(participationQuery(player))
  const setShown = useSetShown(player)
  return (
    <div className="grid gap-1">
      {data && (
        <Switch
          label="Name me on the leaderboard"
          isOn={data.isShown}
          onChange={(isShown) => setShown.mutate(isShown)}
        />
      )}
      {!data && !isError && <Skeleton className="h-12" />}
      {!data && isError && <p>This setting could not be loaded.</p>}
      {setShown.error && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {errorMessage(setShown.error)}
        </p>
      )}
      <p className="px-4 text-small text-soft">
        {data?.isShown
          ? ownWeek(data)
          : 'Everybody can see the leaderboard. Bets count from when you join.'}
      </p>
    </div>
  )
}

function ownWeek({ stake, payout }: ParticipationAnswer): string {
  const sum = `Counted this week: ${formatCoins(stake)} staked, ${formatGain(payout - stake)} won.`
  const missing = RANKED_STAKE_MIN - stake
  if (missing <= 0) return sum
  return `${sum} Stake ${coinsText(missing)} more for a place by return.`
}
