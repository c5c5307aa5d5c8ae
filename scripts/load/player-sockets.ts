import { WebSocket } from 'ws'

const RECONNECT_AFTER_MS = 500

/** Keeps a WebSocket of each player open, and measures how long it was away. */
export function openPlayerSockets(url: string, cookies: readonly string[]) {
  const absencesMs: number[] = []
  const open = new Map<string, WebSocket>()
  let isWorking = true

  function connect(cookie: string, lostAt?: number): void {
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: url },
    })
    let since = lostAt
    open.set(cookie, socket)
    socket.on('open', () => {
      if (since !== undefined) absencesMs.push(performance.now() - since)
      since = undefined
    })
    // Followed by a close.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      since ??= performance.now()
      if (isWorking) setTimeout(connect, RECONNECT_AFTER_MS, cookie, since)
    })
  }

  for (const cookie of cookies) connect(cookie)
  return {
    absencesMs,
    /** @returns the number of players without a socket */
    close(): number {
      isWorking = false
      const sockets = [...open.values()]
      const away = sockets.filter(
        ({ readyState }) => readyState !== WebSocket.OPEN,
      )
      for (const socket of sockets) socket.close()
      return away.length
    },
  }
}
