import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { listen } from '../session/socket.ts'

/** As much of a browser's socket as the page uses. */
class FakeSocket {
  static readonly OPEN = 1
  readonly url: string
  readyState = 0
  onopen = () => undefined
  onmessage = (_event: { data: string }) => undefined
  onerror = () => undefined
  onclose = () => undefined

  constructor(url: string) {
    this.url = url
    sockets.push(this)
  }
  opens() {
    this.readyState = FakeSocket.OPEN
    this.onopen()
  }
  close() {
    this.readyState = 3
    this.onclose()
  }
}

let sockets: FakeSocket[]
let stop: (() => void) | undefined

beforeEach(() => {
  sockets = []
  vi.useFakeTimers()
  vi.stubGlobal('WebSocket', FakeSocket)
  vi.spyOn(Math, 'random').mockReturnValue(1)
})

// One that fails tries again for ever.
afterEach(() => stop?.())

function browser(protocol = 'http:') {
  vi.stubGlobal('location', { protocol, host: 'casino.example' })
  const listener = { onOpen: vi.fn(), onMessage: vi.fn(), onFailed: vi.fn() }
  stop = listen(listener)
  return listener
}

const newest = () => sockets.at(-1) ?? expect.fail('there is a socket')

test.each([
  ['http:', 'ws://casino.example/ws'],
  ['https:', 'wss://casino.example/ws'],
])('opens /ws, secure on a secure page: %s', (protocol, url) => {
  browser(protocol)
  expect(newest().url).toBe(url)
})

test('delivers only known messages', () => {
  const { onOpen, onMessage } = browser()
  newest().opens()
  expect(onOpen).toHaveBeenCalledOnce()
  const push = { type: 'balance', timestamp: 1_772_000_000_000, balance: 990 }
  for (const data of [
    'no JSON',
    JSON.stringify({ ...push, balance: -1 }),
    JSON.stringify({ type: 'gossip' }),
    JSON.stringify(push),
  ]) {
    newest().onmessage({ data })
  }
  expect(onMessage.mock.calls).toEqual([[push]])
})

test('reconnects after a second, and later after each failure', () => {
  const { onOpen, onFailed } = browser()
  newest().opens()
  newest().close()
  vi.advanceTimersByTime(999)
  expect(sockets).toHaveLength(1)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(2)
  newest().opens()
  expect(onOpen).toHaveBeenCalledTimes(2)
  expect(onFailed).not.toHaveBeenCalled()
  newest().close()
  vi.advanceTimersByTime(1_000)
  newest().close()
  expect(onFailed).toHaveBeenCalledOnce()
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(4)
  newest().close()
  vi.advanceTimersByTime(1_999)
  expect(sockets).toHaveLength(4)
  vi.advanceTimersByTime(1)
  expect(sockets).toHaveLength(5)
})

test('treats an unanswered upgrade as a failure', () => {
  const { onFailed } = browser()
  vi.advanceTimersByTime(10_000)
  expect(onFailed).toHaveBeenCalledOnce()
})

test('reconnects after an error, and after going offline once open', () => {
  browser()
  newest().onerror()
  vi.advanceTimersByTime(1_000)
  dispatchEvent(new Event('offline'))
  expect(newest().readyState).toBe(0)
  newest().opens()
  dispatchEvent(new Event('offline'))
  vi.advanceTimersByTime(1_000)
  expect(sockets).toHaveLength(3)
  expect(sockets.map(({ readyState }) => readyState)).toEqual([3, 3, 0])
})

test('stays closed once stopped, even between two tries', () => {
  browser()
  newest().opens()
  newest().close()
  stop?.()
  vi.advanceTimersByTime(2_000)
  expect(sockets).toHaveLength(1)
})
