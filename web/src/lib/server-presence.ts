import { useSyncExternalStore } from 'react'
import { sharedValue } from './shared-value.ts'

/** True while the server answers neither by socket nor by HTTP. */
const away = sharedValue(false)

export const isServerAway = away.get
export const useIsServerAway = away.useValue

export function noteServer(presence: 'here' | 'away'): void {
  away.set(presence === 'away')
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
export function waitForServer(withinMs: number): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const timer = setTimeout(resolve, withinMs)
  const unsubscribe = away.subscribe(() => {
    if (!isServerAway()) resolve()
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

function subscribeNetwork(listener: () => void): () => void {
  addEventListener('online', listener)
  addEventListener('offline', listener)
  return () => {
    removeEventListener('online', listener)
    removeEventListener('offline', listener)
  }
}
