import { useState } from 'react'
import { sharedValue } from '../../lib/shared-value.ts'

/** Number of rounds in progress whose result the balance would reveal. */
const holds = sharedValue(0)
const withheld = new Map<string, () => void>()

/**
 * Delays pushes until a round has shown its result.
 *
 * @returns a release; after the last one, the newest push of each kind shows.
 */
export function holdBalance(): () => void {
  holds.set(holds.get() + 1)
  let isHeld = true
  return () => {
    if (!isHeld) return
    isHeld = false
    holds.set(holds.get() - 1)
    if (holds.get() > 0) return
    for (const show of withheld.values()) show()
    withheld.clear()
  }
}

/** Shows a push now, or after the last release; a newer one of its kind replaces it. */
export function showUnheld(show: () => void, kind = 'balance'): void {
  if (holds.get() === 0) show()
  else withheld.set(kind, show)
}

/** Returns a value from before the round in progress, whose result it could reveal. */
export function useUnheld<T>(value: T): T {
  return useKept(value, holds.useValue() > 0)
}

/** Returns a value as it was when `isKept` became true. */
export function useKept<T>(value: T, isKept: boolean): T {
  const [shown, setShown] = useState(value)
  if (!isKept && shown !== value) setShown(value)
  return isKept ? shown : value
}
