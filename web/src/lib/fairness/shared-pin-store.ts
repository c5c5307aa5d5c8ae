import {
  memoryShelf,
  type PinStore,
  pinStoreOf,
  type Shelf,
} from './pin-store.ts'

/** The pins of all tabs of this browser. */
export function sharedPinStore(player: string): PinStore {
  return pinStoreOf(sharedShelf(), player)
}

function sharedShelf(): Shelf {
  try {
    localStorage.setItem('fairness', 'pins roots and seeds')
    return localStorage
  } catch {
    return memoryShelf()
  }
}
