import { type RequestHandler, Router } from 'express'
import { noBody, parseRequest } from '../../platform/http/parse-request.ts'
import type { SessionsService } from './sessions.service.ts'
import { signOut } from './sign-in.ts'

export function sessionsRoutes(
  sessions: SessionsService,
  session: RequestHandler,
): Router {
  const router = Router()

  router.post('/logout', session, async (req, res) => {
    parseRequest(noBody, req.body)
    await signOut({ req, res }, sessions)
    res.status(204).end()
  })

  return router
}
