import { useQuery } from '@tanstack/react-query'
import { Skeleton } from '../../components/skeleton.tsx'
import { Switch } from '../../components/switch.tsx'
import { errorMessage } from '../../lib/error-message.ts'
import { nameQuery, useSetName } from './feed-api.ts'

/** Whether others see who made the player's bets. */
export function NameChoice({ player }: { player: string }) {
  const { data, isError } = useQuery(nameQuery(player))
  const setName = useSetName(player)
  return (
    <div className="grid gap-1">
      {data && (
        <Switch
          label="Hide my name in live bets"
          isOn={data.isHidden}
          onChange={(isHidden) => setName.mutate(isHidden)}
        />
      )}
      {!data && !isError && <Skeleton className="h-12" />}
      {!data && isError && <p>This setting could not be loaded.</p>}
      {setName.error && (
        <p role="alert" className="font-bold text-bubblegum-text">
          {errorMessage(setName.error)}
        </p>
      )}
      <p className="px-4 text-small text-soft">
        Your bets, past ones included, show there as “Hidden”. A bet’s proof
        names no player, only an id.
      </p>
    </div>
  )
}
