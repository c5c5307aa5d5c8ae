import { isBulk } from './pin-store.ts'
import { memoryShelf, roomyShelf, type Shelf } from './shelf.ts'

/** What all tabs of this browser keep together. */
export function sharedShelf(): Shelf {
  try {
    return roomyShelf(localStorage, isBulk)
  } catch {
    // Browsers that allow no storage throw when it is only named.
    return memoryShelf()
  }
}
