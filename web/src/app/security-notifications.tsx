import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { DAY_MS } from '#core/durations.ts'
import { formatRowTime } from '../lib/format.ts'
import { toast } from '../lib/toast.ts'
import {
  lastShownNotice,
  noteShownNotice,
  noticeText,
  securityQuery,
} from '../session/security-notices.ts'

const RECENT_MS = 7 * DAY_MS
const SHOWN_MS = 30_000

/** Shows a toast about new changes to the sign-in methods, once per browser. */
export function SecurityNotifications({ player }: { player: string }) {
  const { data: [newest] = [] } = useQuery(securityQuery(player))
  useEffect(() => {
    if (!newest || newest.id <= lastShownNotice(player)) return
    noteShownNotice(player, newest.id)
    if (Date.now() - Date.parse(newest.at) > RECENT_MS) return
    toast({
      title: noticeText(newest),
      description: `On ${formatRowTime(newest.at)}. If this wasn’t you, open Account, unlink any wallet that isn’t yours and change your password.`,
      variant: 'destructive',
      durationMs: SHOWN_MS,
    })
  }, [newest, player])
  return null
}
