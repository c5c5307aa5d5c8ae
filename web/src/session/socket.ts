import { type SocketMessage, socketMessage } from '#core/api/socket.ts'
import { parseLeniently } from '../lib/lenient-parse.ts'

/** Doubled after each failure; a random half keeps pages from coming at once. */
const RECONNECT_AFTER_MS = 1_000
const RECONNECT_AFTER_MS_MAX = 30_000
/** Some proxies swallow the upgrade and answer nothing. */
const OPEN_WITHIN_MS = 10_000

type SocketOptions = {
  /** Called on every opening; pushes may have been missed before it. */
  onOpen(): void
  /** Called when it could not be opened; a cut alone is no news yet. */
  onFailed(): void
  onMessage(message: SocketMessage): void
}

/**
 * Opens a socket to the server, and a new one after each close.
 *
 * @returns stops listening for good.
 */
export function listen({
  onOpen,
  onFailed,
  onMessage,
}: SocketOptions): () => void {
  let socket: WebSocket
  let reconnect: ReturnType<typeof setTimeout> | undefined
  let overdue: ReturnType<typeof setTimeout> | undefined
  let isOver = false
  let failures = 0

  function open() {
    let wasOpen = false
    socket = new WebSocket(socketUrl())
    overdue = setTimeout(() => socket.close(), OPEN_WITHIN_MS)
    socket.onopen = () => {
      clearTimeout(overdue)
      wasOpen = true
      failures = 0
      if (isOver) socket.close()
      else onOpen()
    }
    socket.onmessage = ({ data }) => {
      const message = messageIn(data)
      if (message && !isOver) onMessage(message)
    }
    socket.onerror = () => socket.close()
    socket.onclose = () => {
      clearTimeout(overdue)
      if (isOver) return
      reconnect = setTimeout(open, pauseAfter(failures))
      if (wasOpen) return
      failures += 1
      onFailed()
    }
  }

  // Closing one that is still connecting would be an error in the console.
  function hangUp() {
    if (socket.readyState === WebSocket.OPEN) socket.close()
  }

  open()
  // A dead line stays open for long: calling again tells whether it is dead.
  addEventListener('offline', hangUp)
  return () => {
    isOver = true
    removeEventListener('offline', hangUp)
    clearTimeout(reconnect)
    clearTimeout(overdue)
    hangUp()
  }
}

function pauseAfter(failures: number): number {
  const pauseMs = RECONNECT_AFTER_MS * 2 ** failures
  const half = Math.min(pauseMs, RECONNECT_AFTER_MS_MAX) / 2
  return half + Math.random() * half
}

function socketUrl(): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${location.host}/ws`
}

/**
 * What this page does not know may be news for a newer one: it is left alone.
 */
function messageIn(data: unknown): SocketMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return parseLeniently(socketMessage, JSON.parse(data))
  } catch {
    return undefined
  }
}
