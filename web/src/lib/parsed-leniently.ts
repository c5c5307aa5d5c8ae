import type { z } from 'zod/mini'

/**
 * Reads what the house says. The wire's schemas are exact, so that the house
 * can not say too much unnoticed; but a tab that stays open over a release may
 * hear more than it knows. That is left out; all else must be as agreed.
 *
 * @throws ZodError
 */
export function parsedLeniently<T extends z.ZodMiniType>(
  schema: T,
  said: unknown,
): z.output<T> {
  const { data, error } = schema.safeParse(said)
  if (!error) return data
  const known = structuredClone(said)
  for (const issue of error.issues) {
    if (issue.code === 'unrecognized_keys') {
      const place = issue.path.reduce(step, known)
      for (const key of issue.keys) Reflect.deleteProperty(Object(place), key)
    }
  }
  return schema.parse(known)
}

function step(place: unknown, key: PropertyKey): unknown {
  return Reflect.get(Object(place), key)
}
