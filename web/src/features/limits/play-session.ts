const KEY = 'play-session'

/** Since when a player has been at it in this tab, in epoch milliseconds. */
export function playingSince(player: string, nowMs: number): number {
  const [owner, since] = read().split(' ')
  const sinceMs = Number(since)
  if (owner === player && sinceMs > 0 && sinceMs <= nowMs) return sinceMs
  write(`${player} ${nowMs}`)
  return nowMs
}

function read(): string {
  try {
    return sessionStorage.getItem(KEY) ?? ''
  } catch {
    return ''
  }
}

function write(text: string): void {
  try {
    sessionStorage.setItem(KEY, text)
  } catch {
    // Storage is forbidden or full: a reload starts the time anew.
  }
}
