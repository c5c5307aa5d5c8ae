import { type PinStore, pinStoreOf } from './pin-store.ts'
import { sharedShelf } from './shared-shelf.ts'

/** The pins of all tabs of this browser. */
export function sharedPinStore(player: string): PinStore {
  return pinStoreOf(sharedShelf(), player)
}
