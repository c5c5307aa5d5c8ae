import type { ErrorRequestHandler, RequestHandler, Response } from 'express'
import { REFUSALS, Refusal } from '#core/refusals.ts'
import { isDatabaseAway } from '../db/database-failure.ts'
import type { RefusalLog } from './refusal-log.ts'
import { getTraceId, setRefusal } from './request-context.ts'
import { sendJson } from './send.ts'

/** Size of the largest error body, however large the request. */
export const ERROR_BYTES_MAX = 4_096
const MESSAGE_LENGTH_MAX = 500

/** Answers what no route took, instead of Express's page. */
export const notFound: RequestHandler = () => {
  throw new Refusal('not_found')
}

/** Answers errors. @param note called for each refusal that is sent */
export function errorHandler(note: RefusalLog): ErrorRequestHandler {
  return (error, req, res, next) => {
    if (res.headersSent) return next(error)
    const { refusal, status = REFUSALS[refusal.code].sent } = toRefusal(error)
    if (refusal.code === 'internal') {
      const { id: requestId, path } = req
      const traceId = getTraceId(res)
      req.log.error({ error, requestId, traceId, path }, 'http.unhandled_error')
    }
    note(req, { code: refusal.code, refusal: refusal.refusal, status })
    refuse(res, refusal, status)
  }
}

function toRefusal(error: unknown): { refusal: Refusal; status?: number } {
  if (error instanceof Refusal) return { refusal: error }
  if (isDatabaseAway(error)) return { refusal: new Refusal('database_away') }
  const status = clientErrorStatus(error)
  if (status === 413) return { refusal: new Refusal('body_too_large'), status }
  if (error instanceof Error && status !== undefined) {
    return { refusal: unreadable(error) }
  }
  return { refusal: new Refusal('internal') }
}

function refuse(
  res: Response,
  { code, message, params, refusal }: Refusal,
  status: number,
): void {
  const { retryAfter } = params
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter))
  if (code === 'unavailable') res.set('Retry-After', '1')
  setRefusal(res, refusal)
  const requestId = res.req.id
  const body = errorText({ ...params, code, refusal, message, requestId })
  sendJson(res.status(status), body)
}

/** Formats an error body of bounded size, whatever the request contained. */
export function errorText(error: {
  code: string
  refusal: string
  message: string
  requestId: string
  [detail: string]: unknown
}): string {
  const { code, refusal, requestId } = error
  const message =
    error.message.length > MESSAGE_LENGTH_MAX
      ? `${error.message.slice(0, MESSAGE_LENGTH_MAX)}…`
      : error.message
  const text = JSON.stringify({ ...error, message })
  if (Buffer.byteLength(text) <= ERROR_BYTES_MAX) return text
  return JSON.stringify({ code, refusal, message, requestId })
}

/** Reads the status of errors that body-parser and the URL decoder throw. */
function clientErrorStatus(error: unknown): number | undefined {
  if (!(error instanceof Error) || !('status' in error)) return undefined
  const status = Number(error.status)
  return status >= 400 && status < 500 ? status : undefined
}

function unreadable(error: Error): Refusal {
  const isJson = 'type' in error && error.type === 'entity.parse.failed'
  return new Refusal(isJson ? 'body_not_json' : 'request_unreadable')
}
