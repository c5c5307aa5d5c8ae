import { promisify } from 'node:util'
import { type Request, type RequestHandler, Router } from 'express'
import rateLimit from 'express-rate-limit'
import { DomainError } from '#core/errors.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import { credentials, registration, type User } from '#core/schemas/user.ts'
import { requestKeyOf } from '../../platform/http/idempotency-key.ts'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { AuthService } from './auth.service.ts'
import { SESSION_COOKIE, type Sessions } from './sessions.ts'

const REGISTRATIONS_A_WINDOW = 200
const WINDOW_MS = 10 * 60 * 1_000

export function authRoutes(deps: {
  auth: AuthService
  ledger: LedgerService
  sessions: Sessions
  /** express-session; only what makes and ends sessions needs it. */
  session: RequestHandler
  requirePlayer: RequirePlayer
}): Router {
  const { auth, ledger, sessions, session, requirePlayer } = deps
  const router = Router()

  router.post('/register', limitRegistrations(), session, async (req, res) => {
    const user = await auth.register(parseRequest(registration, req.body))
    await signIn(req, user, sessions)
    res.status(201).json(user)
  })

  router.post('/login', session, async (req, res) => {
    const claimed = parseRequest(credentials, req.body)
    const user = await auth.login(claimed, req.ip ?? '')
    await signIn(req, user, sessions)
    res.json(user)
  })

  router.post('/logout', session, async (req, res) => {
    parseRequest(noBody, req.body)
    await promisify(req.session.destroy.bind(req.session))()
    sessions.forget(req.headers.cookie)
    res.clearCookie(SESSION_COOKIE).status(204).end()
  })

  router.get('/user', requirePlayer, async (_req, res) => {
    res.json(await auth.currentUser(playerOf(res)))
  })

  router.post('/user/reset-balance', requirePlayer, async (req, res) => {
    parseRequest(noBody, req.body)
    const userId = playerOf(res)
    await ledger.reset(userId, requestKeyOf(req, {}))
    const user = await auth.currentUser(userId)
    res.json({ ...user, balance: STARTING_BALANCE })
  })

  return router
}

/** Starts a session under a new id; the one before it, if any, is over. */
async function signIn(
  req: Request,
  user: User,
  sessions: Sessions,
): Promise<void> {
  await promisify(req.session.regenerate.bind(req.session))()
  sessions.forget(req.headers.cookie)
  req.session.userId = user.id
  await promisify(req.session.save.bind(req.session))()
}

function limitRegistrations(): RequestHandler {
  return rateLimit({
    windowMs: WINDOW_MS,
    limit: REGISTRATIONS_A_WINDOW,
    standardHeaders: 'draft-8',
    legacyHeaders: false,
    handler: () => {
      throw new DomainError(
        'too_many_requests',
        'Too many new accounts from here. Try again in some minutes.',
        { retryAfter: WINDOW_MS / 1_000 },
      )
    },
  })
}
