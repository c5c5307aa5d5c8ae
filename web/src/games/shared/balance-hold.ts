import { useState, useSyncExternalStore } from 'react'

/** Number of rounds in progress whose result the balance would reveal. */
let holds = 0
const withheld = new Map<string, () => void>()
const listeners = new Set<() => void>()

/**
 * Delays what is pushed until a round has shown its result.
 *
 * @returns a release; after the last one, the newest push of each kind shows.
 */
export function holdBalance(): () => void {
  change(1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    change(-1)
    if (holds > 0) return
    for (const show of withheld.values()) show()
    withheld.clear()
  }
}

/** Shows a push now, or after the last release; a newer one of its kind replaces it. */
export function showUnheld(show: () => void, kind = 'balance'): void {
  if (holds === 0) show()
  else withheld.set(kind, show)
}

/** Returns a value as it was before the round in progress, which it could reveal. */
export function useUnheld<T>(value: T): T {
  const isHeld = useSyncExternalStore(
    subscribe,
    () => holds > 0,
    () => false,
  )
  return useKept(value, isHeld)
}

/** Returns a value as it was when `isKept` became true. */
export function useKept<T>(value: T, isKept: boolean): T {
  const [shown, setShown] = useState(value)
  if (!isKept && shown !== value) setShown(value)
  return isKept ? shown : value
}

function change(by: 1 | -1): void {
  holds += by
  for (const notify of listeners) notify()
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
