import { promisify } from 'node:util'
import type { Request } from 'express'
import type { User } from '#core/schemas/user.ts'
import type { Sessions } from './sessions.ts'

/** Starts a session under a new id; the one before it, if any, is over. */
export async function signIn(
  req: Request,
  user: User,
  sessions: Sessions,
): Promise<void> {
  const { sessionID, session } = req
  await promisify(session.regenerate.bind(session))()
  if (session.userId) sessions.forget(sessionID)
  req.session.userId = user.id
  await promisify(req.session.save.bind(req.session))()
}
