import type * as z from 'zod/mini'
import type { ErrorCode } from '#core/errors.ts'
import type { OperatorScope } from '#core/schemas/operator/scopes.ts'
import type { Access } from './access.ts'

/** Schema of a part of a request, and a valid example. */
export type Input = {
  schema: z.ZodMiniType
  example: Readonly<Record<string, unknown>>
}

type JsonAnswer = { status: 200 | 201 | 202; schema: z.ZodMiniType }
type TextAnswer = { status: 200; type: 'text/csv' | 'text/plain' }
type EmptyAnswer = { status: 204 }

/** Description of one route in the API reference. */
export type RouteReference = {
  method: 'get' | 'post' | 'put'
  /** With parameters in braces: `/api/verify/{id}`. */
  path: string
  summary: string
  description?: string
  access: Access
  /** What a token has to be made for, of a route for operators. */
  scope?: OperatorScope
  /** Every parameter of the path. */
  params?: Input
  query?: Input
  body?: Input
  /** Takes an Idempotency-Key. */
  repeatable?: boolean
  /** Answers with a receipt where coins moved. */
  movesCoins?: boolean
  answer: JsonAnswer | TextAnswer | EmptyAnswer
  /** Error codes beyond those that the other fields imply. */
  refusals?: readonly ErrorCode[]
}

/** Routes under one heading of the reference. */
export type ReferenceSection = {
  name: string
  description: string
  routes: readonly RouteReference[]
}
