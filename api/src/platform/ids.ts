import { hash, randomFillSync } from 'node:crypto'
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

const VARIANTS = '89ab'
const TIMED = '7'

/**
 * The same for the same player and key, so that a repetition finds what came of
 * the first. A UUIDv8 (RFC 9562). It begins with the time of a key that is a
 * UUIDv7: ids that are made one after the other lie together in an index.
 *
 * @param key a UUID in small letters.
 */
export function keyedId(userId: string, key: string): string {
  const made = hash('sha256', `${userId} ${key}`)
  const time =
    key[14] === TIMED
      ? key.slice(0, 13)
      : `${made.slice(0, 8)}-${made.slice(8, 12)}`
  const variant = VARIANTS[Number.parseInt(made[15] ?? '', 16) % 4]
  return `${time}-8${made.slice(12, 15)}-${variant}${made.slice(16, 19)}-${made.slice(19, 31)}`
}
