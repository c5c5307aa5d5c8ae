import { useSyncExternalStore } from 'react'
import { browserStorage } from './key-value-storage.ts'

export interface Remembered<T extends string> {
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

/** One small choice kept in the browser, the same in every tab. */
export function remembered<T extends string>(
  key: string,
  choices: readonly [T, ...T[]],
): Remembered<T> {
  const listeners = new Set<() => void>()
  const tell = () => {
    for (const listener of listeners) listener()
  }
  let value = read(key, choices)
  addEventListener('storage', (event) => {
    // No key: another tab has cleared them all.
    if (event.key !== key && event.key !== null) return
    value = read(key, choices)
    tell()
  })
  return {
    get: () => value,
    set: (next) => {
      value = next
      browserStorage('localStorage').setItem(key, next)
      tell()
    },
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

export function useRemembered<T extends string>(store: Remembered<T>): T {
  return useSyncExternalStore(store.subscribe, store.get)
}

/** The first choice is the default. */
function read<T extends string>(key: string, choices: readonly [T, ...T[]]): T {
  const stored = browserStorage('localStorage').getItem(key)
  return choices.find((choice) => choice === stored) ?? choices[0]
}
