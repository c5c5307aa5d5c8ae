import { useQuery } from '@tanstack/react-query'
import { DAY_MS } from '#core/durations.ts'
import { formatDay } from '../../lib/format.ts'
import { casinoStatsQuery } from '../../session/game-pause.ts'

const SHOWN_MS = 30 * DAY_MS

/** Announces a restored backup on every page for a month. */
export function RestoreNotice() {
  const { data } = useQuery({
    ...casinoStatsQuery(),
    select: ({ restore }) => restore,
  })
  if (!data || Date.now() - Date.parse(data.at) > SHOWN_MS) return null
  return (
    <p className="text-balance border-outline border-b-3 bg-well px-4 py-2 text-center">
      On {formatDay(data.at)} the casino was restored from a backup: “
      {data.reason}” Bets and balance changes since that backup are lost, and
      every player has new seeds.
    </p>
  )
}
