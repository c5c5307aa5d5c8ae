import {
  queryOptions,
  useMutation,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { readFeedName, setFeedName } from '#core/api/feed.ts'
import { call } from '../../lib/call.ts'
import { SettingSwitch } from '../setting-switch.tsx'

/** Hides the player's name in the live feed. */
export function NameChoice({ player }: { player: string }) {
  const queryClient = useQueryClient()
  const query = nameQuery(player)
  const { data, isError } = useQuery(query)
  const saving = useMutation({
    mutationFn: (isHidden: boolean) =>
      call(setFeedName, { body: { isHidden } }),
    onSuccess: (name) => queryClient.setQueryData(query.queryKey, name),
  })
  return (
    <SettingSwitch
      label="Hide my name in live bets"
      isOn={data?.isHidden}
      isLoadError={isError}
      saveError={saving.error}
      onChange={saving.mutate}
    >
      Your bets, including past ones, show up there as “Hidden”. A bet’s proof
      shows only an ID, never a name.
    </SettingSwitch>
  )
}

function nameQuery(player: string) {
  return queryOptions({
    queryKey: [readFeedName.path, player],
    queryFn: () => call(readFeedName),
    refetchOnMount: 'always',
  })
}
