import { Router } from 'express'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import { credentials, registration } from '#core/schemas/user.ts'
import { repeatableRequest } from '../../platform/http/idempotency-key.ts'
import { limitRequests } from '../../platform/http/limit-requests.ts'
import { networkOf } from '../../platform/http/network-of.ts'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { setReceipt } from '../../platform/http/receipt-header.ts'
import { FIRST_SEQ } from '../ledger/answer-rows.service.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../receipts/answer-receipts.service.ts'
import type { RoundsService } from '../rounds/rounds.service.ts'
import type { SessionsFeature } from '../sessions/sessions.feature.ts'
import type { AuthService } from './auth.service.ts'
import type { Enter } from './enter.ts'
import { limitMalformed } from './limit-malformed.ts'
import { passwordLogin } from './password-login.ts'

/** Of a whole school, say; what is refused counts as well, such as names that are taken. */
const REGISTRATIONS = {
  limit: 300,
  windowMs: 10 * 60 * 1_000,
  refusal: 'Too many new accounts from here. Try again in some minutes.',
}

/**
 * Bounds free coins per network: winnings from them drain the bankroll until it
 * is refilled.
 */
const RESETS = {
  limit: 60,
  windowMs: 10 * 60 * 1_000,
  refusal: 'Too many resets from here. Try again in some minutes.',
}

export function authRoutes(deps: {
  auth: AuthService
  ledger: LedgerService
  receipts: Pick<AnswerReceiptsService, 'of'>
  enter: Enter
  sessions: Pick<SessionsFeature, 'middleware' | 'signIn'>
  requirePlayer: RequirePlayer
  isPlayed: RoundsService['isPlayed']
}): Router {
  const { auth, enter, ledger, receipts, requirePlayer, isPlayed } = deps
  const { middleware: session, signIn } = deps.sessions
  const router = Router()

  const limited = limitRequests(REGISTRATIONS)
  router.post('/register', limited, session, async (req, res) => {
    const claimed = parseRequest(registration, req.body)
    const user = await auth.register(claimed, networkOf(req.ip))
    await signIn(req, { id: user.id, signInVersion: 0 })
    setReceipt(res, await receipts.of(user.id, FIRST_SEQ))
    res.status(201).json(user)
  })

  const fits = limitMalformed(credentials)
  const authenticate = passwordLogin(auth)
  router.post('/login', fits, session, async (req, res) => {
    res.json(await enter(req, await authenticate(req, res)))
  })

  router.get('/user', requirePlayer, async (_req, res) => {
    res.json(await auth.currentUser(playerOf(res)))
  })

  const resets = limitRequests(RESETS)
  router.post(
    '/user/reset-balance',
    requirePlayer,
    resets,
    async (req, res) => {
      parseRequest(noBody, req.body)
      const userId = playerOf(res)
      const request = repeatableRequest(req, { userId, body: {} })
      const asked = request && { ...request, isPlayed }
      const seq = await ledger.reset(userId, asked)
      const user = await auth.currentUser(userId)
      if (seq !== null) setReceipt(res, await receipts.of(userId, seq))
      res.json({ ...user, balance: STARTING_BALANCE })
    },
  )

  return router
}
