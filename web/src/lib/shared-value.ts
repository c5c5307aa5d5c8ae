import { useSyncExternalStore } from 'react'

/** Creates a value outside of React that components follow. */
export function sharedValue<T>(initial: T) {
  let value = initial
  const listeners = new Set<() => void>()
  const get = () => value
  const subscribe = (listener: () => void) => {
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }
  return {
    get,
    set: (next: T) => {
      value = next
      for (const listener of listeners) listener()
    },
    /** @returns stops listening. */
    subscribe,
    /** Follows the value; prerendered pages have the initial one. */
    useValue: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
