import type * as z from 'zod/mini'

/** The used part of the Storage interface. */
export type KeyValueStorage = Pick<
  Storage,
  'getItem' | 'setItem' | 'removeItem' | 'key' | 'length'
>

const memories = {
  localStorage: memoryStorage(),
  sessionStorage: memoryStorage(),
}

/**
 * Returns a storage that never throws and is never full. Uses memory, until the tab
 * closes, in browsers without storage.
 *
 * @param canBeSpared keys to remove when space runs out
 */
export function browserStorage(
  kind: keyof typeof memories,
  canBeSpared: (key: string) => boolean = () => false,
): KeyValueStorage {
  const memory = memories[kind]
  // Missing, null and forbidden storages throw here.
  const isUsable = attempt(() => window[kind].getItem('') ?? '') !== undefined
  return isUsable ? roomyStorage(window[kind], canBeSpared, memory) : memory
}

/** @param overflow takes entries that do not fit */
export function roomyStorage(
  storage: KeyValueStorage,
  canBeSpared: (key: string) => boolean,
  overflow = memoryStorage(),
): KeyValueStorage {
  return {
    // Overflow is newer than the stored value of its key.
    getItem: (key) =>
      overflow.getItem(key) ?? attempt(() => storage.getItem(key)) ?? null,
    setItem(key, value) {
      if (hasTaken(key, value)) return
      for (const spare of listKeys(storage).filter(canBeSpared)) {
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

/** Stores entries until the tab closes. */
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

/** Stores a fact as JSON; invalid ones are undefined. */
export function readStored<T extends z.ZodMiniType>(
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

export function listKeys(storage: KeyValueStorage): string[] {
  const keys: string[] = []
  for (let index = 0; index < storage.length; index += 1) {
    const key = storage.key(index)
    if (key !== null) keys.push(key)
  }
  return keys
}
