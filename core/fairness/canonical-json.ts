import type { Json } from '../games/game.ts'

/**
 * JSON in one form only: no white space, object keys in code-unit order, as
 * RFC 8785 has it for the strings and safe integers that records consist of.
 */
export function canonicalJson(value: Json): string {
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  const members = Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] ?? null)}`)
  return `{${members.join(',')}}`
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}
