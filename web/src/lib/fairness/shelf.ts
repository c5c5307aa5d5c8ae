import type * as z from 'zod/mini'

/** The part of `localStorage` that pins need; all tabs share it. */
export type Shelf = Pick<
  Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
>

/**
 * A shelf that is never full: where no more fits, what can be spared goes,
 * and what still does not fit lives as long as the tab.
 */
export function roomyShelf(
  shelf: Shelf,
  canBeSpared: (key: string) => boolean,
): Shelf {
  const overflow = memoryShelf()
  return {
    // What did not fit is newer than what is still stored under its key.
    getItem: (key) => overflow.getItem(key) ?? shelf.getItem(key),
    setItem(key, value) {
      if (hasTaken(key, value)) return
      for (const spare of keysOf(shelf).filter(canBeSpared)) {
        shelf.removeItem(spare)
      }
      if (!hasTaken(key, value)) overflow.setItem(key, value)
    },
    removeItem(key) {
      shelf.removeItem(key)
      overflow.removeItem(key)
    },
    key: (index) => shelf.key(index),
    get length() {
      return shelf.length
    },
  }

  function hasTaken(key: string, value: string): boolean {
    try {
      shelf.setItem(key, value)
    } catch {
      return false
    }
    overflow.removeItem(key)
    return true
  }
}

/** A shelf for browsers that allow no storage; it lives as long as the tab. */
export function memoryShelf(): Shelf {
  const facts = new Map<string, string>()
  return {
    getItem: (key) => facts.get(key) ?? null,
    setItem: (key, value) => void facts.set(key, value),
    removeItem: (key) => void facts.delete(key),
    key: (index) => [...facts.keys()][index] ?? null,
    get length() {
      return facts.size
    },
  }
}

/** A fact kept as JSON; undefined where there is none, or none that makes sense. */
export function storedIn<T extends z.ZodMiniType>(
  shelf: Shelf,
  key: string,
  schema: T,
): z.output<T> | undefined {
  const text = shelf.getItem(key)
  if (text === null) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function keysOf(shelf: Shelf): string[] {
  const keys: string[] = []
  for (let index = 0; index < shelf.length; index += 1) {
    const key = shelf.key(index)
    if (key !== null) keys.push(key)
  }
  return keys
}
