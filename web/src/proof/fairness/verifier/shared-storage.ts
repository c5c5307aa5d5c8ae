import {
  browserStorage,
  type KeyValueStorage,
} from '../../../lib/key-value-storage.ts'
import { isBulk } from './pin-store.ts'

/** What all tabs of this browser keep together. */
export function sharedStorage(): KeyValueStorage {
  return browserStorage('localStorage', isBulk)
}
