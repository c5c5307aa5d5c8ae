import type * as z from 'zod/mini'

/** The part of `localStorage` that pins need; all tabs share it. */
export type KeyValueStorage = Pick<
  Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
>

/**
 * Wraps a storage so that it is never full: where no more fits, what can be
 * spared goes, and what still does not fit lives as long as the tab.
 */
export function roomyStorage(
  storage: KeyValueStorage,
  canBeSpared: (key: string) => boolean,
): KeyValueStorage {
  const overflow = memoryStorage()
  return {
    // What did not fit is newer than what is still stored under its key.
    getItem: (key) => overflow.getItem(key) ?? storage.getItem(key),
    setItem(key, value) {
      if (hasTaken(key, value)) return
      for (const spare of keysOf(storage).filter(canBeSpared)) {
        storage.removeItem(spare)
      }
      if (!hasTaken(key, value)) overflow.setItem(key, value)
    },
    removeItem(key) {
      storage.removeItem(key)
      overflow.removeItem(key)
    },
    key: (index) => storage.key(index),
    get length() {
      return storage.length
    },
  }

  function hasTaken(key: string, value: string): boolean {
    try {
      storage.setItem(key, value)
    } catch {
      return false
    }
    overflow.removeItem(key)
    return true
  }
}

/**
 * Keeps facts in memory where the browser allows no storage; they live as long
 * as the tab.
 */
export function memoryStorage(): KeyValueStorage {
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
  storage: KeyValueStorage,
  key: string,
  schema: T,
): z.output<T> | undefined {
  const text = storage.getItem(key)
  if (text === null) return undefined
  try {
    return schema.safeParse(JSON.parse(text)).data
  } catch {
    return undefined
  }
}

export function keysOf(storage: KeyValueStorage): string[] {
  const keys: string[] = []
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index)
    if (key !== null) keys.push(key)
  }
  return keys
}
