import {
  type KeyValueStorage,
  memoryStorage,
  roomyStorage,
} from './key-value-storage.ts'
import { isBulk } from './pin-store.ts'

/** What all tabs of this browser keep together. */
export function sharedStorage(): KeyValueStorage {
  try {
    return roomyStorage(localStorage, isBulk)
  } catch {
    // Browsers that allow no storage throw when it is only named.
    return memoryStorage()
  }
}
