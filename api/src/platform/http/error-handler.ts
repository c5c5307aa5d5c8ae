import type { ErrorRequestHandler, Response } from 'express'
import { DomainError, type ErrorCode } from '#core/errors.ts'
import { isDatabaseAway } from '../db/database-failure.ts'
import { InvalidRequest } from './parse-request.ts'
import { describedIssues, refusalText } from './refusal-body.ts'
import { sendJsonText } from './send-json.ts'

/** Adding an ErrorCode without a status is a compile error. */
const statusByCode = {
  balance_limit: 409,
  epoch_unknown: 409,
  forbidden: 403,
  house_limit: 409,
  illegal_action: 409,
  insufficient_coins: 409,
  key_reused: 409,
  last_way_in: 409,
  no_account: 404,
  not_found: 404,
  password_set: 409,
  paused: 503,
  player_limit: 409,
  round_open: 409,
  signed_out: 401,
  siwe_expired: 403,
  siwe_malformed: 400,
  siwe_nonce_unknown: 403,
  siwe_not_yet_valid: 403,
  siwe_wrong_chain: 403,
  siwe_wrong_domain: 403,
  siwe_wrong_signature: 403,
  too_many_requests: 429,
  unavailable: 503,
  username_taken: 409,
  wallet_linked: 409,
  wallet_taken: 409,
  wrong_credentials: 401,
} satisfies Record<ErrorCode, number>

export const errorHandler: ErrorRequestHandler = (error, req, res, next) => {
  if (res.headersSent) return next(error)
  if (error instanceof DomainError) return refuse(res, error)
  if (error instanceof InvalidRequest) {
    return send(res, 400, {
      code: 'invalid_request',
      ...describedIssues(error),
    })
  }
  if (isDatabaseAway(error)) return refuse(res, AWAY)
  const unreadable = unreadableBody(error)
  if (unreadable) {
    const { status, message } = unreadable
    return send(res, status, { code: 'invalid_request', message })
  }
  const requestId = req.id
  req.log.error({ error, requestId, path: req.path }, 'unhandled')
  const message = 'Something broke on our side. Nothing was lost.'
  send(res, 500, { code: 'internal', message })
}

const AWAY = new DomainError(
  'unavailable',
  'The house can not reach its books right now. Nothing was lost; try again.',
)

function refuse(res: Response, { code, message, details }: DomainError): void {
  const { retryAfter } = details
  if (retryAfter !== undefined) res.set('Retry-After', String(retryAfter))
  if (code === 'unavailable') res.set('Retry-After', '1')
  send(res, statusByCode[code], { ...details, code, message })
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
    message: isJson ? 'The body is not JSON' : 'The request can not be read',
  }
}
