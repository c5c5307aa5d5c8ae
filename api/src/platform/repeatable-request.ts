import { hash } from 'node:crypto'

/** A request that can be sent again, and counts once. */
export type RepeatableRequest = {
  /** The same for the same player and Idempotency-Key. */
  id: string
  /** What it asks for. */
  text: string
}

/** The first 16 bytes of a text's SHA-256, in a UUID's form. */
export function digestOf({ text }: Pick<RepeatableRequest, 'text'>): string {
  const hex = hash('sha256', text)
  const [a, b, c] = [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16)]
  return `${a}-${b}-${c}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`
}
