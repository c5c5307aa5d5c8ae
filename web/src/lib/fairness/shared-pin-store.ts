import { isBulk, type PinStore, pinStoreOf } from './pin-store.ts'
import { memoryShelf, roomyShelf, type Shelf } from './shelf.ts'

/** The pins of all tabs of this browser. */
export function sharedPinStore(player: string): PinStore {
  return pinStoreOf(sharedShelf(), player)
}

function sharedShelf(): Shelf {
  try {
    return roomyShelf(localStorage, isBulk)
  } catch {
    // Browsers that allow no storage throw when it is only named.
    return memoryShelf()
  }
}
