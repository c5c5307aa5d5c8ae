import { useEffect, useEffectEvent, useState } from 'react'
import { useRemembered } from '../../lib/remembered.ts'
import { useOnDemand } from '../../lib/use-on-demand.ts'
import { useAuth } from '../../session/auth.tsx'
import { playingSince } from './play-session.ts'
import { reminderSetting } from './reminder-setting.ts'

const MINUTE_MS = 60_000

/** Reminds a player of the time, where they have asked for it. */
export function PlayReminder() {
  const { user } = useAuth()
  const minutes = useRemembered(reminderSetting)
  if (!user || minutes === 'off') return null
  return (
    <Reminder
      key={user.id}
      player={user.id}
      everyMs={Number(minutes) * MINUTE_MS}
    />
  )
}

interface ReminderProps {
  player: string
  everyMs: number
}

function Reminder({ player, everyMs }: ReminderProps) {
  const [sinceMs] = useState(() => playingSince(player, Date.now()))
  const dialog = useOnDemand(loadDialog)
  const remind = useEffectEvent(() => void dialog.open())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const played = Date.now() - sinceMs
      const leftMs = everyMs - (played % everyMs)
      timer = setTimeout(() => {
        remind()
        wait()
      }, leftMs)
    }
    wait()
    return () => clearTimeout(timer)
  }, [everyMs, sinceMs])
  return (
    dialog.Dialog && (
      <dialog.Dialog
        player={player}
        sinceMs={sinceMs}
        open={dialog.isOpen}
        onOpenChange={dialog.setOpen}
      />
    )
  )
}

async function loadDialog() {
  return (await import('./reminder-dialog.tsx')).ReminderDialog
}
