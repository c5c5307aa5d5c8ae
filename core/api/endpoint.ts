import type * as z from 'zod/mini'
import type { RefusalCode } from '../refusals.ts'

export type Schema = z.ZodMiniType
type Fields = z.ZodMiniObject

/** Scopes of operator tokens; an operator's session has all of them. */
export const OPERATOR_SCOPES = [
  'read',
  'pauses',
  'players',
  'sports',
  'deposits',
  'sweep',
  'house',
] as const
export type OperatorScope = (typeof OPERATOR_SCOPES)[number]

/** Heading of related endpoints in the API reference. */
export type Section = { name: string; description: string }

/** Requests that one client may send in a window; each process counts its own. */
export type RateLimit = {
  /** Plural, as in "Too many new accounts". */
  requests: string
  max: number
  windowMs: number
  /** A network is an IPv4 address or an IPv6 /56. */
  per: 'network' | 'player'
}

/**
 * Declares a route once. The server mounts it and the web calls it; the OpenAPI
 * document and the tests of bad input and access are generated from it.
 */
export type Endpoint = {
  section: Section
  method: 'get' | 'post' | 'put'
  /** Parameters are in braces: `/api/verify/{id}`. */
  path: `/${string}`
  summary: string
  description?: string
  /** `visitor` resolves a session but does not require one. */
  access: 'public' | 'visitor' | 'player' | 'operator'
  /** Scope that an operator's token needs. */
  scope?: OperatorScope
  params?: Fields
  query?: Fields
  body?: Schema
  /** Takes an Idempotency-Key. */
  isIdempotent?: boolean
  /** Moves coins: answers with a receipt in a header. */
  hasReceipt?: boolean
  /** 200 by default; 204 without an answer. */
  status?: 101 | 201 | 202
  answer?: Schema
  /** Content type of an answer that is not JSON. */
  file?: 'text/csv' | 'text/plain'
  /** Refusals beyond those that the other fields imply. */
  refusals?: readonly RefusalCode[]
  rateLimits?: readonly RateLimit[]
  /** A valid request; shown in the API reference and sent by tests. */
  example?: {
    params?: Readonly<Record<string, unknown>>
    query?: Readonly<Record<string, unknown>>
    body?: unknown
  }
}

/** Parsed values of one of an endpoint's schemas; undefined without it. */
export type Parsed<E, Part extends string> = E extends {
  [part in Part]?: infer S extends Schema | undefined
}
  ? S extends Schema
    ? z.output<S>
    : undefined
  : undefined

/** Keeps the types of the definition. */
// @__NO_SIDE_EFFECTS__
export function endpoint<const E extends Endpoint>(definition: E): E {
  return definition
}
