import { parseCookie } from 'cookie'
import type { Request } from 'express'
import { readSiweSite, requestNonce, signInWithWallet } from '#core/api/siwe.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import { setReceipt } from '../../ledger/receipts/receipt-header.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import { newId } from '../../platform/ids.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import type { Enter } from './enter.ts'
import { limitMalformed } from './login-limits.ts'
import {
  NONCE_LIFETIME_MS,
  type SiweCaller,
  type SiweService,
} from './siwe.service.ts'

const SECRET_COOKIE = 'siwe'

type SiweDeps = {
  siwe: SiweService
  sessions: Pick<SessionsModule, 'middleware'>
  enter: Enter
  receipts: Pick<AnswerReceiptsService, 'newest'>
  /** True when the site is served over https. */
  https: boolean
}

export function mountSiwe(serve: Serve, deps: SiweDeps): void {
  const { enter, https, receipts, sessions, siwe } = deps

  serve(readSiweSite, () => siwe.site())

  serve(requestNonce, ({ req, res }) => {
    const secret = secretOf(req) || newId()
    res.cookie(SECRET_COOKIE, secret, {
      maxAge: NONCE_LIFETIME_MS,
      httpOnly: true,
      sameSite: 'strict',
      secure: https,
      path: '/api',
    })
    return siwe.newNonce(secret)
  })

  serve(
    signInWithWallet,
    async ({ body, req, res }) => {
      const user = await enter(req, await siwe.signIn(body, callerOf(req)))
      // A new account has received its welcome grant.
      if (body.newAccount) setReceipt(res, await receipts.newest(user.id))
      return user
    },
    limitMalformed(signInWithWallet.body),
    sessions.middleware,
  )
}

/** Returns the network and cookie secret of the caller. */
export function callerOf(req: Request): SiweCaller {
  return { secret: secretOf(req), network: networkOf(req.ip) }
}

/** Cookie that binds a sign-in to this browser; '' for none. */
function secretOf(req: Request): string {
  return parseCookie(req.headers.cookie ?? '')[SECRET_COOKIE] ?? ''
}
