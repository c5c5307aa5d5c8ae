import { act } from '@testing-library/react'
import { vi } from 'vitest'

// A test's fake timers leave this one alone.
const { setImmediate } = globalThis

/** Pushes what a test says over the sockets of its page, in this process. */
export function socketServer() {
  const paths: string[] = []
  const open = new Set<FakeSocket>()
  let onOpening: (() => void) | undefined

  /** As much of a browser's socket as the page uses. */
  class FakeSocket {
    static readonly OPEN = 1
    readyState = 0
    onopen = () => undefined
    onclose = () => undefined
    onmessage = (_event: { data: string }) => undefined

    constructor(url: string) {
      setImmediate(() => {
        onOpening?.()
        paths.push(new URL(url).pathname)
        open.add(this)
        this.readyState = FakeSocket.OPEN
        this.onopen()
      })
    }
    close() {
      open.delete(this)
      this.readyState = 3
      this.onclose()
    }
  }
  vi.stubGlobal('WebSocket', FakeSocket)

  return {
    paths,
    /** Called while a socket opens, before its page hears of that. */
    onOpening: (opening: () => void) => {
      onOpening = opening
    },
    say: (text: string) =>
      act(() => {
        for (const socket of open) socket.onmessage({ data: text })
      }),
    hangUp: () => {
      for (const socket of open) socket.close()
    },
  }
}
