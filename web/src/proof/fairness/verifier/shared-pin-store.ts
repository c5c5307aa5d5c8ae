import { type PinStore, pinStoreOf } from './pin-store.ts'
import { sharedStorage } from './shared-storage.ts'

/** The pins of all tabs of this browser. */
export function sharedPinStore(player: string): PinStore {
  return pinStoreOf(sharedStorage(), player)
}
