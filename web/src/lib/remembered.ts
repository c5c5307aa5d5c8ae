import { useSyncExternalStore } from 'react'

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
      write(key, next)
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

/** The first choice is the default, and what a browser without storage gets. */
function read<T extends string>(key: string, choices: readonly [T, ...T[]]): T {
  try {
    const stored = localStorage.getItem(key)
    return choices.find((choice) => choice === stored) ?? choices[0]
  } catch {
    return choices[0]
  }
}

function write(key: string, value: string): void {
  try {
    localStorage.setItem(key, value)
  } catch {
    // Storage is forbidden or full: the choice lasts as long as the page.
  }
}
