import type { z } from 'zod/mini'

/**
 * Parses an answer of the server, ignoring unknown fields: the schemas are
 * strict, but a tab that stays open over a release may get more than it knows.
 *
 * @throws ZodError
 */
export function parseLeniently<T extends z.ZodMiniType>(
  schema: T,
  answer: unknown,
): z.output<T> {
  const { data, error } = schema.safeParse(answer)
  if (!error) return data
  const known = structuredClone(answer)
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') continue
    const parent = issue.path.reduce<unknown>(
      (value, key) => Reflect.get(Object(value), key),
      known,
    )
    for (const key of issue.keys) Reflect.deleteProperty(Object(parent), key)
  }
  return schema.parse(known)
}
