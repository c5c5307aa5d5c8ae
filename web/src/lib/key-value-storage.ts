import type * as z from 'zod/mini'

/** The part of a browser's storage that is used here. */
export type KeyValueStorage = Pick<
  Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
>

const memories = {
  localStorage: memoryStorage(),
  sessionStorage: memoryStorage(),
}

/**
 * Returns a storage of the browser that never throws and is never full. Some
 * browsers have none, or null, or forbid it: then memory does, as long as the
 * tab is open.
 *
 * @param canBeSpared keys to remove where no more fits.
 */
export function browserStorage(
  kind: keyof typeof memories,
  canBeSpared: (key: string) => boolean = () => false,
): KeyValueStorage {
  const memory = memories[kind]
  // Missing, null and forbidden ones throw here.
  const isUsable = attempt(() => window[kind].getItem('') ?? '') !== undefined
  return isUsable ? roomyStorage(window[kind], canBeSpared, memory) : memory
}

/** @param overflow takes what still does not fit. */
export function roomyStorage(
  storage: KeyValueStorage,
  canBeSpared: (key: string) => boolean,
  overflow = memoryStorage(),
): KeyValueStorage {
  return {
    // What did not fit is newer than what is still stored under its key.
    getItem: (key) =>
      overflow.getItem(key) ?? attempt(() => storage.getItem(key)) ?? null,
    setItem(key, value) {
      if (hasTaken(key, value)) return
      for (const spare of keysOf(storage).filter(canBeSpared)) {
        attempt(() => storage.removeItem(spare))
      }
      if (!hasTaken(key, value)) overflow.setItem(key, value)
    },
    removeItem(key) {
      attempt(() => storage.removeItem(key))
      overflow.removeItem(key)
    },
    key: (index) => storage.key(index),
    get length() {
      return storage.length
    },
  }

  function hasTaken(key: string, value: string): boolean {
    const isTaken = attempt(() => storage.setItem(key, value) ?? true)
    if (isTaken) overflow.removeItem(key)
    return isTaken === true
  }
}

function attempt<T>(work: () => T): T | undefined {
  try {
    return work()
  } catch {
    return undefined
  }
}

/** Keeps facts as long as the tab is open. */
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
