import type { Request, Response } from 'express'
import passport, { type AuthenticateCallback } from 'passport'
import { Strategy } from 'passport-local'
import { credentials } from '#core/api/account.ts'
import { Refusal } from '#core/refusals.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { SignedIn } from '../sessions/sessions.service.ts'
import type { AuthService } from './auth.service.ts'

/**
 * Authenticates a login by passport's local strategy. No session comes of it:
 * `signIn` starts those, after a password as after a wallet's signature.
 *
 * @returns what gives a request's player. @throws wrong_credentials
 */
export function passwordLogin(
  auth: AuthService,
): (req: Request, res: Response) => Promise<SignedIn> {
  const authenticator = new passport.Passport().use(localStrategy(auth))
  return async (req, res) => {
    req.body = parseRequest(credentials, req.body)
    // Where the body has an empty one, passport-local takes it from the URL.
    if (!req.body.username) throw new Refusal('wrong_credentials')
    return new Promise((resolve, reject) => {
      const settle: AuthenticateCallback = (error, user) =>
        user ? resolve(user) : reject(error)
      const options = { session: false }
      authenticator.authenticate('local', options, settle)(req, res, reject)
    })
  }
}

function localStrategy(auth: AuthService): Strategy {
  return new Strategy(
    { passReqToCallback: true },
    (req, username, password, done) => {
      auth
        .login({ username, password }, networkOf(req.ip))
        .then((user) => done(null, user), done)
    },
  )
}

declare global {
  namespace Express {
    /** Passport's user is a player. */
    interface User extends SignedIn {}
  }
}
