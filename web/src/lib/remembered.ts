import { useSyncExternalStore } from 'react'
import { browserStorage } from './key-value-storage.ts'

export interface Remembered<T extends string> {
  initial: T
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * One small choice kept in the browser, the same in every tab.
 *
 * @param choices begin with the initial one.
 */
export function remembered<T extends string>(
  key: string,
  choices: readonly [T, ...T[]],
): Remembered<T> {
  const listeners = new Set<() => void>()
  const [initial] = choices
  return {
    initial,
    get: () => {
      const stored = browserStorage('localStorage').getItem(key)
      return choices.find((choice) => choice === stored) ?? initial
    },
    set: (next) => {
      browserStorage('localStorage').setItem(key, next)
      for (const listener of listeners) listener()
    },
    subscribe: (listener) => {
      const onStorage = (event: StorageEvent) => {
        // No key: another tab has cleared them all.
        if (event.key === key || event.key === null) listener()
      }
      listeners.add(listener)
      addEventListener('storage', onStorage)
      return () => {
        listeners.delete(listener)
        removeEventListener('storage', onStorage)
      }
    },
  }
}

export function useRemembered<T extends string>(store: Remembered<T>): T {
  return useSyncExternalStore(store.subscribe, store.get, () => store.initial)
}
