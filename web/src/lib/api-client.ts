import type { z } from 'zod/mini'
import { type Problem, problem } from '#core/schemas/problem.ts'

/** GETs a path and checks the answer against its schema. */
export async function getJson<T extends z.ZodMiniType>(
  path: string,
  schema: T,
): Promise<z.output<T>> {
  const response = await send(path, {})
  return schema.parse(await response.json())
}

type SendMethod = 'POST' | 'PUT' | 'PATCH' | 'DELETE'

interface SendOptions<T extends z.ZodMiniType> {
  body?: unknown
  /** Left out, the answer's body is not read. */
  schema?: T
  /** With a key, a request whose answer got lost is sent once more. */
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

  const response = await (idempotencyKey
    ? send(path, init).catch((cause: unknown) => {
        if (cause instanceof ApiError) throw cause
        return send(path, init)
      })
    : send(path, init))
  return schema?.parse(await response.json())
}

/** An answer that is not OK. A proxy may have sent it: the body may be anything. */
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
  return response
}

function problemIn(body: string): Problem | undefined {
  try {
    return problem.safeParse(JSON.parse(body)).data
  } catch {
    return undefined
  }
}
