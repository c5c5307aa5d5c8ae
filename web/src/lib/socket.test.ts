import { afterEach, expect, it, onTestFinished, vi } from 'vitest'
import { socketServer } from '#testing/page/socket-server.ts'
import { listen } from './socket.ts'

const stops: (() => void)[] = []
afterEach(() => {
  for (const stop of stops.splice(0)) stop()
})

async function server() {
  const { close, ...rest } = await socketServer()
  stops.push(close)
  return { ...rest, close }
}

function browser() {
  const onOpen = vi.fn()
  const onMessage = vi.fn()
  const onAway = vi.fn()
  const stop = listen({ onOpen, onAway, onMessage })
  stops.push(stop)
  return { onOpen, onAway, onMessage, stop }
}

const push = { type: 'balance', timestamp: 1_772_000_000_000, balance: 990 }

it('hears what the house says on /ws, and nothing that it does not know', async () => {
  const { say, paths } = await server()
  const { onOpen, onMessage } = browser()
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  say('no JSON')
  say(JSON.stringify({ ...push, balance: -1 }))
  say(JSON.stringify({ type: 'gossip' }))
  say(JSON.stringify(push))
  await expect.poll(() => onMessage.mock.calls).toEqual([[push]])
  expect(paths).toEqual(['/ws'])
})

it('comes back a second after it was cut off', async () => {
  const { hangUp } = await server()
  const { onOpen } = browser()
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  const cutAt = performance.now()
  hangUp()
  await expect.poll(() => onOpen.mock.calls.length, { interval: 20 }).toBe(2)
  expect(performance.now() - cutAt).toBeGreaterThan(950)
})

it('tells of a house that can not be reached, and of no mere cut', async () => {
  const { hangUp, close } = await server()
  const { onOpen, onAway } = browser()
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  hangUp()
  await expect.poll(() => onOpen.mock.calls.length).toBe(2)
  expect(onAway).not.toHaveBeenCalled()
  close()
  await expect.poll(() => onAway.mock.calls.length).toBe(1)
})

it('calls again when the browser takes itself for offline', async () => {
  await server()
  const { onOpen, onAway } = browser()
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  dispatchEvent(new Event('offline'))
  await expect.poll(() => onOpen.mock.calls.length).toBe(2)
  expect(onAway).not.toHaveBeenCalled()
})

it('is secure where the page is, and closes itself on an error', () => {
  const made: { url: string; close: () => void; onerror: () => void }[] = []
  class StubSocket {
    static readonly OPEN = 1
    readonly url: string
    readonly close = vi.fn()
    onerror = () => undefined
    constructor(url: string) {
      this.url = url
      made.push(this)
    }
  }
  vi.stubGlobal('WebSocket', StubSocket)
  vi.stubGlobal('location', { protocol: 'https:', host: 'casino.example' })
  browser()
  const [socket] = made
  expect(socket?.url).toBe('wss://casino.example/ws')
  expect(socket?.close).not.toHaveBeenCalled()
  socket?.onerror()
  expect(socket?.close).toHaveBeenCalledOnce()
})

it('stays away once it was told to stop, also between two tries', async () => {
  const { hangUp } = await server()
  const closed = Promise.withResolvers<void>()
  const opening = vi.fn()
  class WatchedSocket extends WebSocket {
    constructor(url: string) {
      super(url)
      opening()
      this.addEventListener('close', () => closed.resolve())
    }
  }
  vi.stubGlobal('WebSocket', WatchedSocket)
  const { onOpen, stop } = browser()
  await expect.poll(() => onOpen.mock.calls.length).toBe(1)
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
  onTestFinished(() => void vi.useRealTimers())
  hangUp()
  await closed.promise
  stop()
  vi.advanceTimersByTime(2_000)
  expect(opening).toHaveBeenCalledTimes(1)
})
