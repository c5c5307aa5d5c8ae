import { expect } from 'vitest'
import { REFUSALS, type RefusalCode } from '#core/refusals.ts'
import type { Answer } from './test-client.ts'

/** Expects a client error in the form that all errors have. */
export function expectRefusal(
  { status, body, text }: Answer,
  wanted?: number,
): void {
  expect(status, text).toBeGreaterThanOrEqual(400)
  expect(status, text).toBeLessThan(500)
  if (wanted !== undefined) expect(status, text).toBe(wanted)
  expect(body).toMatchObject({
    code: expect.any(String),
    refusal: expect.any(String),
    message: expect.stringMatching(/./),
    requestId: expect.any(String),
  })
}

/** Expects a refusal with the status of its code. */
export function expectCode(
  { status, body, text }: Answer,
  code: RefusalCode,
  details: object = {},
): void {
  expect(status, text).toBe(REFUSALS[code].sent)
  expect(body).toMatchObject({ code, ...details })
}
