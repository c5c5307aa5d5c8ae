import { useSyncExternalStore } from 'react'

/** Creates a value outside of React that components can subscribe to. */
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
    /** @returns an unsubscribe function. */
    subscribe,
    /** Subscribes a component; prerendered pages have the initial value. */
    useValue: () => useSyncExternalStore(subscribe, get, () => initial),
  }
}
