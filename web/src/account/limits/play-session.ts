import { browserStorage } from '../../lib/key-value-storage.ts'

const KEY = 'play-session'

/** Since when a player has been at it in this tab, in epoch milliseconds. */
export function playingSince(player: string, nowMs: number): number {
  const storage = browserStorage('sessionStorage')
  const [owner, since] = (storage.getItem(KEY) ?? '').split(' ')
  const sinceMs = Number(since)
  if (owner === player && sinceMs > 0 && sinceMs <= nowMs) return sinceMs
  storage.setItem(KEY, `${player} ${nowMs}`)
  return nowMs
}
