import { expect } from 'vitest'
import type { Answer } from './test-client.ts'

/** Expects that a request did what it asked for. @returns what it brought. */
export function fine({ status, body, text }: Answer, wanted = 200): unknown {
  expect(status, text).toBe(wanted)
  return body
}
