import { expect } from 'vitest'
import { problem } from '#core/schemas/problem.ts'
import type { Answer } from './test-client.ts'

/** A client's mistake, told in the form that all errors have. */
export function expectRefusal({ status, body, text }: Answer): void {
  expect(status, text).toBeGreaterThanOrEqual(400)
  expect(status, text).toBeLessThan(500)
  expect(body).toMatchObject({
    code: expect.any(String),
    message: expect.stringMatching(/./),
    requestId: expect.any(String),
  })
}

/** What is not even JSON can not be refused by the name of a field. */
export function expectRefusalOf(field: string, answer: Answer): void {
  expectRefusal(answer)
  expect(answer.status).toBe(400)
  if (problem.parse(answer.body).message === 'The body is not JSON') {
    return
  }
  const { code, issues = [] } = problem.parse(answer.body)
  expect(code).toBe('invalid_request')
  expect(new Set(issues.map(({ path }) => path[0]))).toEqual(new Set([field]))
}
