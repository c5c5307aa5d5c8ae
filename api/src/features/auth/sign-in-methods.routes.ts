import { Router } from 'express'
import {
  firstPassword,
  ownerProof,
  passwordChange,
  walletLink,
} from '#core/schemas/sign-in-methods.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { playerOf, type RequirePlayer } from '../../platform/http/player.ts'
import { clearSessionCookies } from '../../platform/http/session-cookie.ts'
import type { SessionsFeature } from '../sessions/sessions.feature.ts'
import type { AuthService } from './auth.service.ts'
import type { Enter } from './enter.ts'
import { limitMalformed } from './limit-malformed.ts'
import type { SignInMethodsService } from './sign-in-methods.service.ts'
import { callerOf } from './siwe.routes.ts'

/** Routes to change sign-in methods and to close the account. */
export function signInMethodsRoutes(deps: {
  methods: SignInMethodsService
  auth: Pick<AuthService, 'currentUser'>
  enter: Enter
  sessions: Pick<SessionsFeature, 'middleware'>
  requirePlayer: RequirePlayer
}): Router {
  const { methods, auth, enter, requirePlayer } = deps
  const { middleware: session } = deps.sessions
  const router = Router()

  router.get('/user/security', requirePlayer, async (_req, res) => {
    res.json(await methods.notices(playerOf(res)))
  })

  router.post('/user/password', requirePlayer, async (req, res) => {
    const first = parseRequest(firstPassword, req.body)
    const id = playerOf(res)
    res.json(await methods.setFirstPassword(id, first, callerOf(req)))
  })

  router.put('/user/password', requirePlayer, session, async (req, res) => {
    const change = parseRequest(passwordChange, req.body)
    const id = playerOf(res)
    const player = await methods.changePassword(id, change, callerOf(req))
    res.json(await enter(req, player))
  })

  router.post('/user/close', requirePlayer, async (req, res) => {
    const proof = parseRequest(ownerProof, req.body)
    await methods.close(playerOf(res), proof, callerOf(req))
    clearSessionCookies(res)
    res.status(204).end()
  })

  const linkFits = limitMalformed(walletLink)
  router.post('/auth/siwe/link', requirePlayer, linkFits, async (req, res) => {
    const link = parseRequest(walletLink, req.body)
    res.json(await methods.linkWallet(playerOf(res), link, callerOf(req)))
  })

  router.post('/auth/siwe/unlink', requirePlayer, session, async (req, res) => {
    const proof = parseRequest(ownerProof, req.body)
    const id = playerOf(res)
    const player = await methods.unlinkWallet(id, proof, callerOf(req))
    res.json(player ? await enter(req, player) : await auth.currentUser(id))
  })

  return router
}
