import { promisify } from 'node:util'
import { type Request, type RequestHandler, Router } from 'express'
import rateLimit from 'express-rate-limit'
import passport from 'passport'
import { Strategy as LocalStrategy } from 'passport-local'
import * as z from 'zod/mini'
import { DomainError } from '#core/errors.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import { credentials, registration, type User } from '#core/schemas/user.ts'
import { requestKeyOf } from '../../platform/http/idempotency-key.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import type { LedgerService } from '../ledger/ledger.service.ts'
import type { AuthService } from './auth.service.ts'
import { SESSION_COOKIE, type Sessions } from './sessions.ts'

const REGISTRATIONS_A_WINDOW = 200
const WINDOW_MS = 10 * 60 * 1_000

const nothing = z.undefined('This request has no body')

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
  const initialize = authenticator(auth)

  router.post(
    '/register',
    limitRegistrations(),
    session,
    initialize,
    async (req, res) => {
      const user = await auth.register(parseRequest(registration, req.body))
      sessions.forget(req.headers.cookie)
      await signIn(req, user)
      res.status(201).json(user)
    },
  )

  router.post('/login', session, initialize, async (req, res) => {
    parseRequest(credentials, req.body)
    const user = await authenticated(req)
    sessions.forget(req.headers.cookie)
    await signIn(req, user)
    res.json(user)
  })

  router.post('/logout', session, async (req, res) => {
    await promisify(req.session.destroy.bind(req.session))()
    sessions.forget(req.headers.cookie)
    res.clearCookie(SESSION_COOKIE).status(204).end()
  })

  router.get('/user', requirePlayer, async (_req, res) => {
    res.json(await auth.currentUser(playerOf(res)))
  })

  router.post('/user/reset-balance', requirePlayer, async (req, res) => {
    parseRequest(nothing, req.body)
    const userId = playerOf(res)
    await ledger.reset(userId, requestKeyOf(req, {}))
    const user = await auth.currentUser(userId)
    res.json({ ...user, balance: STARTING_BALANCE })
  })

  return router
}

/** passport with a local strategy over the auth service. */
function authenticator(auth: AuthService): RequestHandler {
  passport.use(
    new LocalStrategy(
      { passReqToCallback: true },
      (req, username, password, done) => {
        auth.login({ username, password }, req.ip ?? '').then(
          (user) => done(null, user),
          (error: unknown) => done(error),
        )
      },
    ),
  )
  passport.serializeUser<string>((user, done) => done(null, user.id))
  return passport.initialize()
}

function authenticated(req: Request): Promise<User> {
  return new Promise((resolve, reject) => {
    const check = passport.authenticate(
      'local',
      (error: unknown, user: User | false) => {
        if (user) resolve(user)
        else reject(error ?? new DomainError('wrong_credentials', WRONG))
      },
    )
    check(req, req.res, reject)
  })
}

const WRONG = 'Username and password do not match.'

/** Starts a session under a new id. */
async function signIn(req: Request, user: User): Promise<void> {
  await new Promise<void>((resolve, reject) => {
    req.logIn(user, (error: unknown) => (error ? reject(error) : resolve()))
  })
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

declare global {
  namespace Express {
    interface User {
      id: string
    }
  }
}
