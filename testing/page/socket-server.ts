import { act } from '@testing-library/react'
import { vi } from 'vitest'

// Real even while a test fakes timers.
const { setImmediate } = globalThis

/** Pushes a test's messages over the sockets of its page, in this process. */
export function socketServer() {
  const paths: string[] = []
  const open = new Set<FakeSocket>()
  let onOpening: (() => void) | undefined

  /** The part of a browser's WebSocket that the page uses. */
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
    /** Called when a socket opens, before the page is notified. */
    onOpening: (opening: () => void) => {
      onOpening = opening
    },
    push: (text: string) =>
      act(() => {
        for (const socket of open) socket.onmessage({ data: text })
      }),
    hangUp: () => {
      for (const socket of open) socket.close()
    },
  }
}
