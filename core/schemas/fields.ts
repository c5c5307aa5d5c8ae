import * as z from 'zod/mini'

/** A SHA-256 digest or server seed: 64 lower-case hex characters. */
export const hex64 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Counts from 0. */
export const count = z.int().check(z.nonnegative())

/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime()
