import { randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** Of nothing; it comes before all others. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

const RANDOM_BYTES = 16
const POOL = new Uint8Array(RANDOM_BYTES * 256)
let used = POOL.length

/**
 * A UUIDv7 (RFC 9562): sorts by time, and can not be guessed. Random bytes are
 * fetched for many at once: a call for each would cost more than the rest.
 */
export function newId(): string {
  if (used === POOL.length) {
    randomFillSync(POOL)
    used = 0
  }
  const random = POOL.slice(used, used + RANDOM_BYTES)
  used += RANDOM_BYTES
  return v7({ random })
}
