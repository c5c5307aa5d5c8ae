import * as z from 'zod/mini'

/** A SHA-256 digest or server seed: 64 lower-case hex characters. */
export const hex64 = z.string().check(z.regex(/^[0-9a-f]{64}$/))

/** Counts from 0. */
export const count = z.int().check(z.nonnegative())

/** Accepts text that PostgreSQL can store: no NUL and no lone surrogates. */
export function storedText(lengthMax: number) {
  return z.string('Required').check(
    z.minLength(1, 'Required'),
    z.maxLength(lengthMax),
    z.refine((text) => !text.includes('\0') && text.isWellFormed(), {
      error: 'It contains a character that can’t be stored',
    }),
  )
}

/** ISO 8601, UTC. */
export const timestamp = z.iso.datetime()

/**
 * Version of a record's form on the wire. Records from before it was sent have
 * the same form; verifiers reject versions that they don't know.
 */
export const recordVersion = z.exactOptional(z.literal(1))
