import type * as z from 'zod/mini'
import type { Endpoint, Parsed, Schema } from '#core/api/endpoint.ts'
import type { RefusalName } from '#core/refusals.ts'
import { type Problem, problem } from '#core/schemas/problem.ts'
import { parseLeniently } from './lenient-parse.ts'
import { publishReceipt } from './receipt-events.ts'
import { waitForServer } from './server-presence.ts'

export type Callable = Pick<
  Endpoint,
  'answer' | 'body' | 'method' | 'params' | 'path' | 'query'
>

/** Values of one part of a request; optional if all of them are. */
type Part<E, Name extends string> = E extends {
  [name in Name]: infer S extends Schema
}
  ? Partial<z.input<S>> extends z.input<S>
    ? { [name in Name]?: z.input<S> }
    : { [name in Name]: z.input<S> }
  : unknown

type CallOptions<E> = Part<E, 'params'> &
  Part<E, 'query'> &
  Part<E, 'body'> & {
    /** With a key, a request whose answer is lost is sent again for a minute. */
    idempotencyKey?: string
  }

/** Options after the endpoint; optional if all of them are. */
export type CallArguments<E> =
  Partial<CallOptions<E>> extends CallOptions<E>
    ? [options?: CallOptions<E>]
    : [options: CallOptions<E>]

export type Values = Readonly<Record<string, unknown>>

/**
 * Calls an endpoint and parses its answer.
 *
 * @throws ApiError if the response is not OK.
 */
export function call<E extends Callable>(
  endpoint: E,
  ...options: CallArguments<E>
): Promise<Parsed<E, 'answer'>>
export async function call(
  endpoint: Callable,
  options: {
    params?: Values
    query?: Values
    body?: unknown
    idempotencyKey?: string
  } = {},
): Promise<unknown> {
  const { answer, method } = endpoint
  const { body, idempotencyKey } = options
  const hasBody = body !== undefined
  const headers = new Headers()
  if (hasBody) headers.set('Content-Type', 'application/json')
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)

  const exchange = async (signal: AbortSignal | null = null) => {
    const response = await send(toUrl(endpoint, options), {
      method: method.toUpperCase(),
      headers,
      body: hasBody ? JSON.stringify(body) : null,
      signal,
    })
    return answer && parseLeniently(answer, await response.json())
  }
  return idempotencyKey ? resent(exchange) : exchange()
}

/** Fills in an endpoint's path; leaves out query fields that are undefined. */
export function toUrl(
  { path }: Pick<Endpoint, 'path'>,
  { params = {}, query = {} }: { params?: Values; query?: Values },
): string {
  const filled = path.replace(/\{(\w+)\}/g, (_braces, name) =>
    encodeURIComponent(String(params[name])),
  )
  const search = new URLSearchParams()
  for (const [name, value] of Object.entries(query)) {
    if (value !== undefined) search.set(name, String(value))
  }
  return search.size > 0 ? `${filled}?${search}` : filled
}

let unanswered = new AbortController()

/** Stops resending: the next player must not send a request of the last one. */
export function forgetUnanswered(): void {
  unanswered.abort()
  unanswered = new AbortController()
}

const ANSWER_AFTER_MS_MAX = 8_000
/** Covers a server restart of seconds; then the player sees the error. */
const RESEND_FOR_MS = 60_000
const RESEND_PAUSES_MS = [250, 1_000, 3_000]
const LAST_PAUSE_MS = 5_000

/**
 * Resends for a minute while no response arrives: after a delay, or as soon as
 * the server is back. Safe only with a key: the server acts on the
 * first request that arrives.
 */
async function resent<T>(
  exchange: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const givenUpAt = performance.now() + RESEND_FOR_MS
  const { signal: forgotten } = unanswered
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await exchange(AbortSignal.timeout(ANSWER_AFTER_MS_MAX))
    } catch (cause) {
      const isHopeless = performance.now() > givenUpAt || forgotten.aborted
      if (isHopeless || !isAnswerLost(cause)) throw cause
      await waitForServer(RESEND_PAUSES_MS[attempt] ?? LAST_PAUSE_MS)
      if (forgotten.aborted) throw cause
    }
  }
}

function isAnswerLost(cause: unknown): boolean {
  if (cause instanceof ApiError) return isOutcomeOpen(cause)
  return cause instanceof TypeError || cause instanceof DOMException
}

/**
 * True if the failed request may have taken effect. A refusal and a
 * paused game exclude that; another 5xx may come from a proxy that lost the
 * answer.
 */
export function isOutcomeOpen(error: Error): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status >= 500 && error.code !== 'paused'
}

/** Resolves to undefined if the server has no record of this id. */
export async function ifRecordFound<T>(
  answer: Promise<T>,
): Promise<T | undefined> {
  try {
    return await answer
  } catch (cause) {
    if (isRefusal(cause, 'record_unknown')) return undefined
    throw cause
  }
}

/** True for a refusal of this name; several names share a code. */
export function isRefusal(error: unknown, ...names: RefusalName[]): boolean {
  if (!(error instanceof ApiError) || !error.problem) return false
  const { code, refusal = code } = error.problem
  return names.some((name) => name === refusal)
}

/** A response that is not OK. A proxy may have sent it with any body. */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The body, where it is a refusal of our own API. */
  readonly problem: Problem | undefined

  constructor(response: Pick<Response, 'status' | 'statusText'>, body: string) {
    const parsed = parseProblem(body)
    super(
      `${response.status}: ${parsed?.message || body || response.statusText}`,
    )
    this.status = response.status
    this.problem = parsed
  }

  get code(): string | undefined {
    return this.problem?.code
  }
}

async function send(url: string, init: RequestInit): Promise<Response> {
  const response = await fetch(url, { ...init, credentials: 'include' })
  if (!response.ok) throw new ApiError(response, await response.text())
  publishReceipt(response.headers.get('Receipt'))
  return response
}

function parseProblem(body: string): Problem | undefined {
  try {
    return problem.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}
