import type { ErrorRequestHandler, Response } from 'express'
import { REFUSALS, Refusal } from '#core/refusals.ts'
import { isDatabaseAway } from '../db/database-failure.ts'
import { InvalidRequest } from './parse-request.ts'
import { describedIssues, refusalText } from './refusal-body.ts'
import { sendJsonText } from './send-json.ts'

export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error)
  if (error instanceof Refusal) return refuse(res, error)
  if (error instanceof InvalidRequest) {
    return send(res, 400, {
      code: 'invalid_request',
      ...describedIssues(error),
    })
  }
  if (isDatabaseAway(error)) return refuse(res, new Refusal('database_away'))
  const unreadable = unreadableBody(error)
  if (unreadable) {
    const { status, message } = unreadable
    return send(res, status, { code: 'invalid_request', message })
  }
  const requestId = req.id
  req.log.error({ error, requestId, path: req.path }, 'http.unhandled_error')
  const message = 'Something broke on our side. Nothing was lost.'
  send(res, 500, { code: 'internal', message })
}

function refuse(res: Response, { code, message, params }: Refusal): void {
  const { retryAfter } = params
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter))
  if (code === 'unavailable') res.set('Retry-After', '1')
  send(res, REFUSALS[code].sent, { ...params, code, message })
}

function send(
  res: Response,
  status: number,
  refusal: { code: string; message: string },
): void {
  const requestId = res.req.id
  sendJsonText(res.status(status), refusalText({ ...refusal, requestId }))
}

/** What body-parser and the URL decoder refuse carries its status and a type. */
function unreadableBody(error: unknown) {
  if (!(error instanceof Error) || !('status' in error)) return undefined
  const status = Number(error.status)
  if (status === 413) return { status, message: 'The request is over 16 kB' }
  if (status < 400 || status > 499) return undefined
  const isJson = 'type' in error && error.type === 'entity.parse.failed'
  return {
    status: 400,
    message: isJson ? 'The body is not JSON' : 'The request can’t be read',
  }
}
