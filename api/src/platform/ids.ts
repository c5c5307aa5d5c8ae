import { hash, randomFillSync } from 'node:crypto'
import { v7 } from 'uuid'

/** The nil UUID, which sorts before all others. */
export const NO_ID = '00000000-0000-0000-0000-000000000000'

const RANDOM_BYTES = 16
const POOL = new Uint8Array(RANDOM_BYTES * 256)
let used = POOL.length

/**
 * Makes an unguessable UUIDv7 (RFC 9562), which sorts by time. Draws random
 * bytes for many at once, since a call for each is slow.
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
const TIME_BASED = '7'

/**
 * Derives a UUIDv8 (RFC 9562) from a player and a UUID in lower case. It keeps
 * the time of a UUIDv7, so that consecutive ids are adjacent in an index.
 */
export function keyedId(userId: string, key: string): string {
  const digest = hash('sha256', `${userId} ${key}`)
  const time =
    key[14] === TIME_BASED
      ? key.slice(0, 13)
      : `${digest.slice(0, 8)}-${digest.slice(8, 12)}`
  const variant = VARIANTS[Number.parseInt(digest[15] ?? '', 16) % 4]
  return `${time}-8${digest.slice(12, 15)}-${variant}${digest.slice(16, 19)}-${digest.slice(19, 31)}`
}
