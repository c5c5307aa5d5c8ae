import {
  memoryShelf,
  type PinStore,
  pinStoreOf,
  roomyShelf,
  type Shelf,
} from './pin-store.ts'

/** The pins of all tabs of this browser. */
export function sharedPinStore(player: string): PinStore {
  return pinStoreOf(sharedShelf(), player)
}

function sharedShelf(): Shelf {
  try {
    return roomyShelf(localStorage)
  } catch {
    // Browsers that allow no storage throw when it is only named.
    return memoryShelf()
  }
}
