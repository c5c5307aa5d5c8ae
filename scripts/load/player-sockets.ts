import { WebSocket } from 'ws'

const RECONNECT_AFTER_MS = 500

/** Keeps a WebSocket of each player open, and measures how long it was away. */
export function openPlayerSockets(url: string, cookies: readonly string[]) {
  const absencesMs: number[] = []
  const open = new Map<string, WebSocket>()
  const lostSince = new Map<string, number>()
  let isWorking = true

  function connect(cookie: string): void {
    if (!isWorking) return
    const socket = new WebSocket(`${url.replace('http', 'ws')}/ws`, {
      headers: { cookie, origin: url },
    })
    open.set(cookie, socket)
    socket.on('open', () => end(cookie))
    // Followed by a close.
    socket.on('error', () => undefined)
    socket.on('close', () => {
      if (!isWorking) return
      const since = lostSince.get(cookie) ?? performance.now()
      lostSince.set(cookie, since)
      setTimeout(connect, RECONNECT_AFTER_MS, cookie)
    })
  }

  function end(cookie: string): void {
    const since = lostSince.get(cookie)
    if (since !== undefined) absencesMs.push(performance.now() - since)
    lostSince.delete(cookie)
  }

  for (const cookie of cookies) connect(cookie)
  return {
    absencesMs,
    /** @returns the number of players without a socket */
    close(): number {
      isWorking = false
      for (const cookie of lostSince.keys()) end(cookie)
      const sockets = [...open.values()]
      const away = sockets.filter(
        ({ readyState }) => readyState !== WebSocket.OPEN,
      )
      for (const socket of sockets) socket.close()
      return away.length
    },
  }
}
