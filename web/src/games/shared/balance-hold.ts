import { useState, useSyncExternalStore } from 'react'

/** How many rounds are in flight whose end the balance must not give away. */
let holds = 0
const withheld = new Map<string, () => void>()
const listeners = new Set<() => void>()

/**
 * Keeps what is pushed from showing until the round that it belongs to has
 * shown its end.
 *
 * @returns lets go again; then the newest of each kind shows.
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

/** Shows what was pushed, or keeps it until nothing holds; a newer one of its kind takes its place. */
export function showUnheld(show: () => void, kind = 'balance'): void {
  if (holds === 0) show()
  else withheld.set(kind, show)
}

/** A value as it was before a round began whose end it could give away. */
export function useUnheld<T>(value: T): T {
  const isHeld = useSyncExternalStore(subscribe, isBalanceHeld, () => false)
  return useKept(value, isHeld)
}

/** A value as it was when it began to be kept. */
export function useKept<T>(value: T, isKept: boolean): T {
  const [shown, setShown] = useState(value)
  if (!isKept && shown !== value) setShown(value)
  return isKept ? shown : value
}

function change(by: 1 | -1): void {
  holds += by
  for (const tell of listeners) tell()
}

function isBalanceHeld(): boolean {
  return holds > 0
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener)
  return () => void listeners.delete(listener)
}
