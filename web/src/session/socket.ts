import { type SocketMessage, socketMessage } from '#core/api/socket.ts'
import { parseLeniently } from '../lib/lenient-parse.ts'

/** Doubled after each failure; random, so that pages do not reconnect at once. */
const RECONNECT_AFTER_MS = 1_000
const RECONNECT_AFTER_MS_MAX = 30_000
/** Time to open: some proxies never answer the upgrade. */
const OPEN_WITHIN_MS = 10_000

type SocketOptions = {
  /** Called on every opening; pushes may have been missed before. */
  onOpen(): void
  /** Called if it could not be opened; one lost connection does not count. */
  onFailed(): void
  onMessage(message: SocketMessage): void
}

/**
 * Opens a socket to the server, and a new one after each close.
 *
 * @returns a function that closes it for good
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
      const message = parseMessage(data)
      if (message && !isOver) onMessage(message)
    }
    socket.onerror = () => socket.close()
    socket.onclose = () => {
      clearTimeout(overdue)
      if (isOver) return
      reconnect = setTimeout(open, getRetryDelay(failures))
      if (wasOpen) return
      failures += 1
      onFailed()
    }
  }

  // Closing a connecting socket logs an error.
  function hangUp() {
    if (socket.readyState === WebSocket.OPEN) socket.close()
  }

  open()
  // A dead connection stays open for long; reconnecting reveals it.
  addEventListener('offline', hangUp)
  return () => {
    isOver = true
    removeEventListener('offline', hangUp)
    clearTimeout(reconnect)
    clearTimeout(overdue)
    hangUp()
  }
}

function getRetryDelay(failures: number): number {
  const pauseMs = RECONNECT_AFTER_MS * 2 ** failures
  const half = Math.min(pauseMs, RECONNECT_AFTER_MS_MAX) / 2
  return half + Math.random() * half
}

function socketUrl(): string {
  const scheme = location.protocol === 'https:' ? 'wss:' : 'ws:'
  return `${scheme}//${location.host}/ws`
}

/** Ignores unknown messages, which newer pages may understand. */
function parseMessage(data: unknown): SocketMessage | undefined {
  if (typeof data !== 'string') return undefined
  try {
    return parseLeniently(socketMessage, JSON.parse(data))
  } catch {
    return undefined
  }
}
