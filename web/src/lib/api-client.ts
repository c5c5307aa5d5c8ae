import * as z from 'zod/mini'
import type { Schema } from '#core/api/endpoint.ts'
import { call } from './call.ts'

/** GETs a path that no endpoint object declares yet. */
export function getJson<T extends Schema>(
  path: string,
  schema: T,
): Promise<z.output<T>>
export function getJson(path: string, answer: Schema): Promise<unknown> {
  return call({ method: 'get', path: `/${path.slice(1)}`, answer })
}

type SendOptions<T> = { body?: unknown; schema?: T }

/** Sends a change to a path that no endpoint object declares yet. */
export function sendJson<T extends Schema>(
  method: 'POST' | 'PUT',
  path: string,
  options: SendOptions<T> & { schema: T },
): Promise<z.output<T>>
export function sendJson(
  method: 'POST' | 'PUT',
  path: string,
  options?: { body?: unknown },
): Promise<void>
export function sendJson(
  method: 'POST' | 'PUT',
  path: string,
  { body, schema }: SendOptions<Schema> = {},
): Promise<unknown> {
  const endpoint = {
    method: method === 'PUT' ? 'put' : 'post',
    path: `/${path.slice(1)}`,
    body: z.unknown(),
    ...(schema && { answer: schema }),
  } as const
  return call(endpoint, { body })
}
