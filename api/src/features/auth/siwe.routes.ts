import { parseCookie } from 'cookie'
import { type Request, Router } from 'express'
import { siweSignIn } from '#core/schemas/siwe.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import { setReceipt } from '../../platform/http/receipt-header.ts'
import { newId } from '../../platform/ids.ts'
import type { AnswerReceiptsService } from '../receipts/answer-receipts.service.ts'
import type { SessionsFeature } from '../sessions/sessions.feature.ts'
import type { Enter } from './enter.ts'
import { limitMalformed } from './limit-malformed.ts'
import {
  NONCE_LIFETIME_MS,
  type SiweCaller,
  type SiweService,
} from './siwe.service.ts'

const SECRET_COOKIE = 'siwe'
const PATH = '/auth/siwe'

/** Each sign-in needs a nonce, so this bounds new accounts as well. */
const NONCES = {
  limit: 200,
  windowMs: 10 * 60 * 1_000,
  refusal:
    'Too many sign-ins with a wallet from here. Try again in some minutes.',
}

export function siweRoutes(deps: {
  siwe: SiweService
  sessions: Pick<SessionsFeature, 'middleware'>
  enter: Enter
  receipts: Pick<AnswerReceiptsService, 'newest'>
  /** Whether players reach the site by https. */
  https: boolean
}): Router {
  const { enter, siwe, receipts, https } = deps
  const { middleware: session } = deps.sessions
  const router = Router()

  router.get(PATH, (_req, res) => {
    res.json(siwe.site())
  })

  router.post(`${PATH}/nonce`, limitRequests(NONCES), async (req, res) => {
    parseRequest(noBody, req.body)
    const secret = secretOf(req) || newId()
    res.cookie(SECRET_COOKIE, secret, {
      maxAge: NONCE_LIFETIME_MS,
      httpOnly: true,
      sameSite: 'strict',
      secure: https,
      path: '/api',
    })
    res.json(await siwe.newNonce(secret))
  })

  const signInFits = limitMalformed(siweSignIn)
  router.post(`${PATH}/verify`, signInFits, session, async (req, res) => {
    const claimed = parseRequest(siweSignIn, req.body)
    const user = await enter(req, await siwe.signIn(claimed, callerOf(req)))
    // A new account has got the coins to start with.
    if (claimed.newAccount) setReceipt(res, await receipts.newest(user.id))
    res.json(user)
  })

  return router
}

/** Returns the network and cookie secret of the caller. */
export function callerOf(req: Request): SiweCaller {
  return { secret: secretOf(req), network: networkOf(req.ip) }
}

/** What tells this browser from others while it signs in; '' for none. */
function secretOf(req: Request): string {
  return parseCookie(req.headers.cookie ?? '')[SECRET_COOKIE] ?? ''
}
