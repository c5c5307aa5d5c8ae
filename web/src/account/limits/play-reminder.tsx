import { useEffect, useEffectEvent, useState } from 'react'
import { MINUTE_MS } from '#core/durations.ts'
import { browserStorage } from '../../lib/key-value-storage.ts'
import { useOnDemand } from '../../lib/lazy-load.ts'
import {
  persistedSetting,
  usePersistedSetting,
} from '../../lib/persisted-setting.ts'
import { useAuth } from '../../session/auth.tsx'

export const REMINDERS = ['off', '15', '30', '60', '120'] as const

/** Minutes of play between two reminders. */
export const reminderSetting = persistedSetting('play-reminder', REMINDERS)

const SESSION_KEY = 'play-session'

/** Reminds players of their playing time, if they chose to be reminded. */
export function PlayReminder() {
  const { user } = useAuth()
  const minutes = usePersistedSetting(reminderSetting)
  if (!user || minutes === 'off') return null
  return (
    <Reminder
      key={user.id}
      player={user.id}
      everyMs={Number(minutes) * MINUTE_MS}
    />
  )
}

function Reminder({ player, everyMs }: { player: string; everyMs: number }) {
  const [sinceMs] = useState(() => playingSince(player, Date.now()))
  const dialog = useOnDemand(loadDialog)
  const remind = useEffectEvent(() => void dialog.open())
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const wait = () => {
      const playedMs = Date.now() - sinceMs
      timer = setTimeout(
        () => {
          remind()
          wait()
        },
        everyMs - (playedMs % everyMs),
      )
    }
    wait()
    return () => clearTimeout(timer)
  }, [everyMs, sinceMs])
  return (
    dialog.Dialog && (
      <dialog.Dialog player={player} sinceMs={sinceMs} {...dialog.state} />
    )
  )
}

async function loadDialog() {
  return (await import('./reminder-dialog.tsx')).ReminderDialog
}

/** Returns when the player started playing in this tab, in epoch ms. */
function playingSince(player: string, nowMs: number): number {
  const storage = browserStorage('sessionStorage')
  const [owner, since] = (storage.getItem(SESSION_KEY) ?? '').split(' ')
  const sinceMs = Number(since)
  if (owner === player && sinceMs > 0 && sinceMs <= nowMs) return sinceMs
  storage.setItem(SESSION_KEY, `${player} ${nowMs}`)
  return nowMs
}
