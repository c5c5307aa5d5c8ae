import { useSyncExternalStore } from 'react'

/** True while the server answers neither by socket nor by HTTP. */
let isAway = false
const listeners = new Set<() => void>()

export function noteServer(presence: 'here' | 'away'): void {
  isAway = presence === 'away'
  for (const tell of listeners) tell()
}

export function isServerAway(): boolean {
  return isAway
}

export function useIsServerAway(): boolean {
  return useSyncExternalStore(subscribe, isServerAway, () => false)
}

/** Where the line to the house is cut, if it is. */
export type Outage = 'none' | 'house' | 'network'

/** An offline device may still hear a house that runs on it. */
export function useOutage(): Outage {
  const isOnline = useSyncExternalStore(
    subscribeNetwork,
    () => navigator.onLine,
    () => true,
  )
  if (!useIsServerAway()) return 'none'
  return isOnline ? 'house' : 'network'
}

function subscribeNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}

/** Resolves when the house is heard again, at the latest after this time. */
export function untilServerIsBack(withinMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  const stop = subscribe(() => {
    if (!isAway) resolve()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    stop()
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}
