/** Hears of a receipt, as the JSON text that came with an answer. */
type Listener = (json: string) => void

/** Receipts that come before anybody listens: with the answer that signs in. */
const UNHEARD_MAX = 8

const listeners = new Set<Listener>()
let unheard: string[] = []

/** @param json the header `Receipt`; null where an answer has none. */
export function tellReceipt(json: string | null): void {
  if (json === null) return
  if (listeners.size === 0) unheard = [...unheard, json].slice(-UNHEARD_MAX)
  for (const hear of listeners) hear(json)
}

/** Hears of every receipt, those first that nobody has heard of. */
export function onReceipt(hear: Listener): () => void {
  listeners.add(hear)
  for (const json of unheard) hear(json)
  unheard = []
  return () => void listeners.delete(hear)
}
