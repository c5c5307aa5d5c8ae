import { useSyncExternalStore } from 'react'
import { browserStorage } from './key-value-storage.ts'

export type PersistedSetting<T extends string> = {
  initial: T
  get: () => T
  set: (value: T) => void
  subscribe: (listener: () => void) => () => void
}

/**
 * Creates a setting that is stored in the browser and shared by its tabs.
 *
 * @param choices start with the default.
 */
export function persistedSetting<T extends string>(
  key: string,
  choices: readonly [T, ...T[]],
): PersistedSetting<T> {
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
        // The key is null when another tab has cleared the storage.
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

export function usePersistedSetting<T extends string>(
  setting: PersistedSetting<T>,
): T {
  return useSyncExternalStore(
    setting.subscribe,
    setting.get,
    () => setting.initial,
  )
}
