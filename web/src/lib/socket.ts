import {
  type SocketMessage,
  socketMessage,
} from '#core/schemas/socket-message.ts'
import { parsedLeniently } from './parsed-leniently.ts'

const RECONNECT_AFTER_MS = 1_000

type SocketOptions = {
  /** Called on every opening; pushes may have been missed before it. */
  onOpen(): void
  /** Called when the house could not be reached; a cut alone is no news yet. */
  onAway(): void
  onMessage(message: SocketMessage): void
}

/**
 * Listens to the house, and again a second after each close.
 *
 * @returns stops listening for good.
 */
export function listen({
  onOpen,
  onAway,
  onMessage,
}: SocketOptions): () => void {
  let socket: WebSocket
  let reconnect: ReturnType<typeof setTimeout> | undefined
  let isOver = false

  function open() {
    let wasOpen = false
    socket = new WebSocket(socketUrl())
    socket.onopen = () => {
      wasOpen = true
      if (isOver) socket.close()
      else onOpen()
    }
    socket.onmessage = ({ data }) => {
      const message = messageIn(data)
      if (message && !isOver) onMessage(message)
    }
    socket.onerror = () => socket.close()
    socket.onclose = () => {
      if (isOver) return
      if (!wasOpen) onAway()
      reconnect = setTimeout(open, RECONNECT_AFTER_MS)
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
    hangUp()
  }
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
    return parsedLeniently(socketMessage, JSON.parse(data))
  } catch {
    return undefined
  }
}
