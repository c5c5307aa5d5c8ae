import { promisify } from 'node:util'
import type { RequestHandler, Response } from 'express'
import type { OperatorScope } from '#core/api/endpoint.ts'
import { Refusal } from '#core/refusals.ts'
import { getPlayer } from '../platform/http/request-context.ts'
import type { AccountsService } from '../players/auth/managed-accounts.service.ts'
import type { Actor, Attribution } from './operator-log.service.ts'
import type { OperatorTokensService } from './operator-tokens.service.ts'

const BEARER = /^Bearer (\S{1,200})$/

/** Makes guards that admit operators by a token of the scope, or by session. */
export function operatorGuards({
  accounts,
  tokens,
  ...sessions
}: {
  requirePlayer: RequestHandler
  accounts: Pick<AccountsService, 'find'>
  tokens: Pick<OperatorTokensService, 'find'>
}) {
  const requirePlayer = promisify(sessions.requirePlayer)

  async function bySession(id: string): Promise<Actor> {
    const account = await accounts.find(id)
    if (account?.role !== 'operator') throw new Refusal('forbidden')
    return { id, name: account.username }
  }

  async function byToken(header: string, scope: OperatorScope): Promise<Actor> {
    const [, token] = BEARER.exec(header) ?? []
    const found = token ? await tokens.find(token) : undefined
    if (!found) throw new Refusal('token_void')
    if (!found.scopes.includes(scope)) throw new Refusal('token_out_of_scope')
    return found.actor
  }

  return (scope: OperatorScope): RequestHandler =>
    async (req, res, next) => {
      const { authorization } = req.headers
      if (authorization === undefined) await requirePlayer(req, res)
      res.locals.operator =
        authorization === undefined
          ? await bySession(getPlayer(res))
          : await byToken(authorization, scope)
      next()
    }
}

/** Attributes an action to the operator who requested it. */
export function by(call: {
  body: { reason: string }
  res: Response
}): Attribution {
  return { actor: call.res.locals.operator, reason: call.body.reason }
}
