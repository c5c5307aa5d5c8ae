import { expect } from 'vitest'
import type { Answer } from './test-client.ts'

/** Expects success. @returns the body. */
export function fine({ status, body, text }: Answer, wanted = 200): unknown {
  expect(status, text).toBe(wanted)
  return body
}
