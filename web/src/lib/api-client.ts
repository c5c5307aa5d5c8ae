import type { z } from 'zod/mini'
import { type Problem, problem } from '#core/schemas/problem.ts'
import { parsedLeniently } from './parsed-leniently.ts'
import { tellReceipt } from './receipt-news.ts'
import { untilServerIsBack } from './server-presence.ts'

/** GETs a path and checks the answer against its schema. */
export async function getJson<T extends z.ZodMiniType>(
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const response = await send(path, {})
  return parsedLeniently(schema, await response.json())
}

type SendMethod = 'POST' | 'PUT'

interface SendOptions<T extends z.ZodMiniType> {
  body?: unknown
  /** Left out, the answer's body is not read. */
  schema?: T
  /**
   * With a key, a request whose answer got lost is sent again, for a minute.
   */
  idempotencyKey?: string
}

/** Sends a change and checks the answer, where one is expected. */
export function sendJson<T extends z.ZodMiniType>(
  method: SendMethod,
  path: string,
  options: SendOptions<T> & { schema: T },
): Promise<z.output<T>>
export function sendJson(
  method: SendMethod,
  path: string,
  options?: Omit<SendOptions<never>, 'schema'>,
): Promise<void>
export async function sendJson(
  method: SendMethod,
  path: string,
  { body, schema, idempotencyKey }: SendOptions<z.ZodMiniType> = {},
): Promise<unknown> {
  const headers = new Headers()
  if (body !== undefined) headers.set('Content-Type', 'application/json')
  if (idempotencyKey) headers.set('Idempotency-Key', idempotencyKey)
  const init: RequestInit = { method, headers }
  if (body !== undefined) init.body = JSON.stringify(body)

  const exchange = async (signal?: AbortSignal) => {
    const response = await send(path, signal ? { ...init, signal } : init)
    return schema && parsedLeniently(schema, await response.json())
  }
  return idempotencyKey ? resent(exchange) : exchange()
}

let unanswered = new AbortController()

/** Sends nothing again: what was asked for one player is not for the next. */
export function forgetUnanswered(): void {
  unanswered.abort()
  unanswered = new AbortController()
}

const ANSWER_AFTER_MS_MAX = 8_000
/**
 * A house that starts anew needs some seconds; nobody waits for it for ever.
 */
const RESEND_FOR_MS = 60_000
const RESEND_PAUSES_MS = [250, 1_000, 3_000]
const LAST_PAUSE_MS = 5_000

/**
 * Sends again, for a minute, while the answer gets lost: after a pause, or as
 * soon as the house is back. Only for requests with a key: the server then acts
 * on the first that arrives.
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
      await untilServerIsBack(RESEND_PAUSES_MS[attempt] ?? LAST_PAUSE_MS)
      if (forgotten.aborted) throw cause
    }
  }
}

/** No answer, or one that leaves open what became of the request. */
function isAnswerLost(cause: unknown): boolean {
  if (cause instanceof ApiError) return isOutcomeOpen(cause)
  return cause instanceof TypeError || cause instanceof DOMException
}

/**
 * Whether an error leaves open what became of the request. A refusal says that
 * nothing was done, and so does a game that is paused; another 5xx may come
 * from a proxy that lost the answer.
 */
export function isOutcomeOpen(error: Error): boolean {
  if (!(error instanceof ApiError)) return true
  return error.status >= 500 && error.code !== 'paused'
}

/**
 * An answer that is not OK. A proxy may have sent it: the body may be anything.
 */
export class ApiError extends Error {
  override readonly name = 'ApiError'
  readonly status: number
  /** The body, where it is a refusal of our own API. */
  readonly problem: Problem | undefined

  constructor(response: Pick<Response, 'status' | 'statusText'>, body: string) {
    const parsed = problemIn(body)
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

async function send(path: string, init: RequestInit): Promise<Response> {
  const response = await fetch(path, { ...init, credentials: 'include' })
  if (!response.ok) throw new ApiError(response, await response.text())
  tellReceipt(response.headers.get('Receipt'))
  return response
}

function problemIn(body: string): Problem | undefined {
  try {
    return problem.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}
