import { LRUCache } from 'lru-cache'

/** Shares one read between all callers, for a time. */
export function createCachedRead<T extends object>(
  freshMs: number,
  read: () => Promise<T>,
) {
  const cache = new LRUCache<'now', T>({
    max: 1,
    ttl: freshMs,
    ttlResolution: 0,
    // Aborting a pending read would fail every request that waits for it.
    ignoreFetchAbort: true,
    fetchMethod: read,
  })
  return {
    read: (): Promise<T> => cache.forceFetch('now'),
    /** Makes the next call read again. */
    forget: (): void => cache.clear(),
  }
}
