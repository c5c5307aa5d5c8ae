import type { RequestHandler, Response } from 'express'
import type { OperatorScope } from '#core/api/endpoint.ts'
import { Refusal } from '#core/refusals.ts'
import { playerOf } from '../platform/http/request-context.ts'
import type { AccountsService } from '../players/auth/managed-accounts.service.ts'
import type { Actor } from './operator-log.service.ts'
import type { OperatorTokensService } from './operator-tokens.service.ts'

const BEARER = /^Bearer (\S{1,200})$/

type Access = {
  requirePlayer: RequestHandler
  accounts: Pick<AccountsService, 'find'>
  tokens: Pick<OperatorTokensService, 'find'>
}

/** Makes a guard for who may do what a scope names. */
export type Allow = (scope: OperatorScope) => RequestHandler

/**
 * Makes guards that let operators pass: by their session, or by a token of the
 * scope. A request with both is judged by the token alone.
 */
export function operatorGuards(access: Access): Allow {
  return (scope) => (req, res, next) => {
    const { authorization } = req.headers
    if (authorization === undefined) {
      bySession(access, { req, res, next })
      return
    }
    byToken(access, authorization, scope).then((actor) => {
      res.locals.operator = actor
      next()
    }, next)
  }
}

/** Gives the operator, or the token, that was let pass. */
export function operatorOf(res: Response): Actor {
  return res.locals.operator
}

type Handled = {
  req: Parameters<RequestHandler>[0]
  res: Response
  next: Parameters<RequestHandler>[2]
}

function bySession(
  { requirePlayer, accounts }: Access,
  { req, res, next }: Handled,
): void {
  const admit = async () => {
    const id = playerOf(res)
    const account = await accounts.find(id)
    if (account?.role !== 'operator') throw new Refusal('forbidden')
    res.locals.operator = { id, name: account.username }
  }
  requirePlayer(req, res, (error) => {
    if (error) next(error)
    else admit().then(() => next(), next)
  })
}

async function byToken(
  { tokens }: Access,
  authorization: string,
  scope: OperatorScope,
): Promise<Actor> {
  const [, token] = BEARER.exec(authorization) ?? []
  const found = token ? await tokens.find(token) : undefined
  if (!found) throw new Refusal('token_void')
  if (!found.scopes.includes(scope)) throw new Refusal('token_out_of_scope')
  return found.actor
}
