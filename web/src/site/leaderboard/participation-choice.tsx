import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import {
  type ParticipationAnswer,
  readLeaderboard,
  setParticipation,
} from '#core/api/leaderboard.ts'
import { RANKED_STAKE_MIN } from '#core/leaderboard/weekly-ranking.ts'
import { call } from '../../lib/call.ts'
import { coinsText, formatCoins, formatGain } from '../../lib/format.ts'
import { SettingSwitch } from '../setting-switch.tsx'
import { participationQuery } from './prize-toast.tsx'

/** Names the player on the leaderboard; off by default. */
export function ParticipationChoice({ player }: { player: string }) {
  const queryClient = useQueryClient()
  const query = participationQuery(player)
  const { data, isError } = useQuery(query)
  const saving = useMutation({
    mutationFn: (isShown: boolean) =>
      call(setParticipation, { body: { isShown } }),
    onSuccess: (answer) => {
      queryClient.setQueryData(query.queryKey, answer)
      void queryClient.invalidateQueries({ queryKey: [readLeaderboard.path] })
    },
  })
  return (
    <SettingSwitch
      label="Show me on the leaderboard"
      isOn={data?.isShown}
      isLoadError={isError}
      saveError={saving.error}
      onChange={saving.mutate}
    >
      {data?.isShown
        ? ownWeek(data)
        : 'Everyone can see the leaderboard. Your bets count once you join.'}
    </SettingSwitch>
  )
}

function ownWeek({ stake, payout }: ParticipationAnswer): string {
  const sum = `Counted this week: ${formatCoins(stake)} staked, ${formatGain(payout - stake)} won.`
  const missing = RANKED_STAKE_MIN - stake
  if (missing <= 0) return sum
  return `${sum} Stake ${coinsText(missing)} more to qualify by return.`
}
