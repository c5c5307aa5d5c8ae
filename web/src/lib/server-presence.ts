import { useSyncExternalStore } from 'react'

/** True while the server answers neither by socket nor by HTTP. */
let isAway = false
const listeners = new Set<() => void>()

export function noteServer(presence: 'here' | 'away'): void {
  isAway = presence === 'away'
  for (const listener of listeners) listener()
}

export function isServerAway(): boolean {
  return isAway
}

export function useIsServerAway(): boolean {
  return useSyncExternalStore(subscribe, isServerAway, () => false)
}

export type Outage = 'none' | 'server' | 'network'

/** A server on this device may answer although the device is offline. */
export function useOutage(): Outage {
  const isOnline = useSyncExternalStore(
    subscribeNetwork,
    () => navigator.onLine,
    () => true,
  )
  if (!useIsServerAway()) return 'none'
  return isOnline ? 'server' : 'network'
}

/** Resolves when the server is back, or after this time. */
export function untilServerIsBack(withinMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  const unsubscribe = subscribe(() => {
    if (!isAway) resolve()
  })
  return promise.finally(() => {
    clearTimeout(timer)
    unsubscribe()
  })
}

/** Registers the worker that serves our offline page to failed navigations. */
export function registerOfflineWorker(): void {
  if (!('serviceWorker' in navigator)) return
  addEventListener('load', () => {
    navigator.serviceWorker
      .register('/offline-worker.js', { updateViaCache: 'none' })
      .catch(() => undefined)
  })
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => listeners.delete(listener)
}

function subscribeNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
