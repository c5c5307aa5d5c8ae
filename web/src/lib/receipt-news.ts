/** Receives a receipt as the JSON text of an answer's header. */
type Listener = (json: string) => void

/** Receipts buffered before there is a listener, as with a login's answer. */
const UNHEARD_MAX = 8

const listeners = new Set<Listener>()
let unheard: string[] = []

/** @param json the header `Receipt`; null where an answer has none. */
export function tellReceipt(json: string | null): void {
  if (json === null) return
  if (listeners.size === 0) unheard = [...unheard, json].slice(-UNHEARD_MAX)
  for (const hear of listeners) hear(json)
}

/** Subscribes to receipts, buffered ones first. */
export function onReceipt(hear: Listener): () => void {
  listeners.add(hear)
  for (const json of unheard) hear(json)
  unheard = []
  return () => void listeners.delete(hear)
}
