import { promisify } from 'node:util'
import type { Request } from 'express'
import type { User } from '#core/schemas/user.ts'
import type { SessionsFeature } from '../sessions/sessions.feature.ts'
import type { AuthService } from './auth.service.ts'

/**
 * Starts a session for a player who has proven who they are, unless the account
 * was closed meanwhile: closing ends the sessions that are there, and this asks
 * behind its own.
 *
 * @throws signed_out
 */
export function enterBy(
  { service, signIn }: Pick<SessionsFeature, 'service' | 'signIn'>,
  auth: AuthService,
): (req: Request, id: string) => Promise<User> {
  return async (req, id) => {
    await signIn(req, id)
    try {
      return await auth.currentUser(id)
    } catch (error) {
      await service.endAll(id)
      // What is not destroyed is saved once more with the answer.
      await promisify(req.session.destroy.bind(req.session))()
      throw error
    }
  }
}
