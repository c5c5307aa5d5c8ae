import type { Request, RequestHandler, Response, Router } from 'express'
import type * as z from 'zod/mini'
import type {
  Endpoint,
  OperatorScope,
  Parsed,
  Schema,
} from '#core/api/endpoint.ts'
import type { Logger } from '../logger.ts'
import type { Tracing } from '../tracing.ts'
import { type RepeatableRequest, repeatableRequest } from './idempotency.ts'
import { limitRequests } from './limit-requests.ts'
import { noBody, parseRequest } from './parse-request.ts'
import { getPlayer } from './request-context.ts'
import { Download, JsonText, sendDownload, sendJson } from './send.ts'

/** A request that has passed its endpoint's access, rate limits and schemas. */
export type Call<E extends Endpoint> = {
  /** Empty for visitors. */
  playerId: string
  params: Parsed<E, 'params'>
  query: Parsed<E, 'query'>
  body: Parsed<E, 'body'>
  /** Set when the request carries an Idempotency-Key. */
  repeatable: RepeatableRequest | undefined
  req: Request
  res: Response
}

/** Middleware that refuses requests without access. */
export type Guards = {
  requirePlayer: RequestHandler
  /** The same, over connections that bets don't share with reads. */
  requireBettor: RequestHandler
  /** Passes everyone. */
  admitVisitors: RequestHandler
  requireOperator: (scope: OperatorScope) => RequestHandler
}

/** JSON of the endpoint's schema, a file, or nothing. */
export type Answer<E extends Endpoint> = E extends { answer: Schema }
  ? Awaitable<z.input<E['answer']> | JsonText | Download>
  : E extends { file: string }
    ? Download
    : Promise<void>

type Awaitable<T> = T | Promise<T>

type Handler<E extends Endpoint> = (call: Call<E>) => Answer<E>

/**
 * Mounts an endpoint: checks access, rate limits and input, then answers with
 * what the handler returns. `before` runs ahead of the handler.
 */
export type Serve = <E extends Endpoint>(
  endpoint: E,
  handle: Handler<E>,
  ...before: RequestHandler[]
) => void

/** Mounts endpoints on a router under /api, and adds each to `endpoints`. */
export function createServe(
  router: Router,
  {
    endpoints,
    guards,
    log,
    tracing,
  }: {
    endpoints: Endpoint[]
    guards: Guards
    log: Logger
    tracing?: Tracing | undefined
  },
): Serve {
  return (endpoint, handle, ...before) => {
    endpoints.push(endpoint)
    const { answer, method, status = 200 } = endpoint
    const route = endpoint.path
      .slice('/api'.length)
      .replaceAll(/\{(\w+)\}/g, ':$1')
    const traced = endpoint.hasReceipt && tracing?.traceRequests(endpoint)
    const middleware = [
      ...(traced ? [traced] : []),
      ...listGuards(endpoint, guards),
      ...(endpoint.rateLimits ?? []).map((limit) => limitRequests(limit)),
      ...before,
    ]
    router[method](route, middleware, async (req: Request, res: Response) => {
      const answered: unknown = await handle(parsedCall(endpoint, req, res))
      if (answered instanceof Download) await sendDownload(res, answered, log)
      else if (!answer) res.status(204).end()
      else if (answered instanceof JsonText)
        sendJson(res.status(status), answered.text)
      else sendJson(res.status(status), JSON.stringify(answered))
    })
  }
}

function parsedCall<E extends Endpoint>(
  endpoint: E,
  req: Request,
  res: Response,
): Call<E>
function parsedCall(
  { body: schema, isIdempotent = false, method, params, query }: Endpoint,
  req: Request,
  res: Response,
): object {
  const playerId = getPlayer(res)
  if (!schema && method !== 'get') parseRequest(noBody, req.body)
  const body = schema && parseRequest(schema, req.body ?? {})
  const id = { userId: playerId, body: body ?? {} }
  return {
    playerId,
    params: params && parseRequest(params, req.params),
    query: query && parseRequest(query, req.query),
    body,
    repeatable: isIdempotent ? repeatableRequest(req, id) : undefined,
    req,
    res,
  }
}

/** Requests that move coins don't share connections with those that read. */
function listGuards(
  { access, hasReceipt, scope = 'read' }: Endpoint,
  guards: Guards,
): RequestHandler[] {
  if (access === 'operator') return [guards.requireOperator(scope)]
  if (access === 'visitor') return [guards.admitVisitors]
  if (access === 'public') return []
  return [hasReceipt ? guards.requireBettor : guards.requirePlayer]
}
