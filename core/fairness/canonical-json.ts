import * as z from 'zod/mini'
import type { Json } from '../games/game.ts'

/** Texts that JSON writes as they are, between quotes. */
const PLAIN = /^[ !#-[\]-~]*$/

/**
 * JSON in one form only: no white space, object keys in code-unit order, as
 * RFC 8785 has it for the strings and safe integers that records consist of.
 */
export function canonicalJson(value: Json): string {
  if (typeof value === 'string') return quoted(value)
  if (value === null || typeof value !== 'object') return JSON.stringify(value)
  if (isArray(value)) return `[${value.map(canonicalJson).join(',')}]`
  // Every bet passes here: one text that grows takes half of what a list does.
  let members = ''
  for (const key of Object.keys(value).sort()) {
    if (members) members += ','
    members += `${quoted(key)}:${canonicalJson(value[key] ?? null)}`
  }
  return `{${members}}`
}

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text)
}

function isArray(value: Json): value is readonly Json[] {
  return Array.isArray(value)
}

const json = z.json()

/** Whether something shown, whatever it is, says the same as an expected value. */
export function isSameJson(shown: unknown, expected: Json): boolean {
  const { data } = json.safeParse(shown)
  return data !== undefined && canonicalJson(data) === canonicalJson(expected)
}
