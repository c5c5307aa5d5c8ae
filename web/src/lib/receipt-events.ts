/** Called with a receipt, as the JSON text of a response header. */
type Listener = (json: string) => void

/** Receipts buffered until the first listener subscribes, which is after login. */
const BUFFERED_MAX = 8

const listeners = new Set<Listener>()
let buffered: string[] = []

/** @param json the `Receipt` header; null if the response has none. */
export function publishReceipt(json: string | null): void {
  if (json === null) return
  if (listeners.size === 0) buffered = [...buffered, json].slice(-BUFFERED_MAX)
  for (const listener of listeners) listener(json)
}

/** Subscribes to receipts, buffered ones first. */
export function onReceipt(listener: Listener): () => void {
  listeners.add(listener)
  for (const json of buffered) listener(json)
  buffered = []
  return () => void listeners.delete(listener)
}
