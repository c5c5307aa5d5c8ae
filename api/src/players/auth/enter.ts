import { promisify } from 'node:util'
import type { Request } from 'express'
import type { User } from '#core/api/account.ts'
import { Refusal } from '#core/refusals.ts'
import { violatedConstraint } from '../../platform/db/database-failure.ts'
import { SIGN_IN_CURRENT, type SignedIn } from '../sessions/sessions.service.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import type { AuthService } from './auth.service.ts'

export type Enter = (req: Request, player: SignedIn) => Promise<User>

/**
 * Starts a session after proof of identity. Refuses if the account was frozen
 * or closed, or a sign-in method replaced, since that proof was checked.
 *
 * @throws account_frozen, signed_out
 */
export function enterBy(
  signIn: SessionsModule['signIn'],
  auth: AuthService,
): Enter {
  return async (req, player) => {
    try {
      await signIn(req, player)
    } catch (error) {
      if (violatedConstraint(error) !== SIGN_IN_CURRENT) throw error
      // express-session would save a session again with the response unless it is destroyed.
      await promisify(req.session.destroy.bind(req.session))()
      await auth.currentUser(player.id)
      throw new Refusal('sign_in_changed')
    }
    return auth.currentUser(player.id)
  }
}
