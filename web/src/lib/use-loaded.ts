import { type ComponentType, useCallback, useEffect, useState } from 'react'

interface Loaded {
  /** Undefined until its code is there. */
  Component?: ComponentType
  hasFailed: boolean
  again: () => void
}

/**
 * A part of a page whose code comes after the first paint, and without which
 * the page stays as it is.
 *
 * @param load always the same function.
 */
export function useLoaded(load: () => Promise<ComponentType>): Loaded {
  // In an object: a state that is a function would be called.
  const [loaded, setLoaded] = useState<{
    Component?: ComponentType
    hasFailed: boolean
  }>({ hasFailed: false })

  const again = useCallback(() => {
    load().then(
      (Component) => setLoaded({ Component, hasFailed: false }),
      () => setLoaded({ hasFailed: true }),
    )
  }, [load])
  useEffect(() => again(), [again])
  return { ...loaded, again }
}
