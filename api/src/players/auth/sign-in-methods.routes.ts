import {
  changePassword,
  closeAccount,
  linkWallet,
  listSecurityNotices,
  setFirstPassword,
  unlinkWallet,
} from '#core/api/sign-in-methods.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import { clearSessionCookies } from '../sessions/sign-in.ts'
import type { AuthService } from './auth.service.ts'
import type { Enter } from './enter.ts'
import { limitMalformed } from './login-limits.ts'
import type { SignInMethodsService } from './sign-in-methods.service.ts'
import { callerOf } from './siwe.routes.ts'

type SignInMethodsDeps = {
  methods: SignInMethodsService
  auth: Pick<AuthService, 'currentUser'>
  enter: Enter
  sessions: Pick<SessionsModule, 'middleware'>
}

export function mountSignInMethods(
  serve: Serve,
  { methods, auth, enter, sessions }: SignInMethodsDeps,
): void {
  const { middleware: session } = sessions

  serve(listSecurityNotices, ({ playerId }) => methods.notices(playerId))

  serve(setFirstPassword, ({ body, playerId, req }) =>
    methods.setFirstPassword(playerId, body, callerOf(req)),
  )

  serve(
    changePassword,
    async ({ body, playerId, req }) =>
      enter(req, await methods.changePassword(playerId, body, callerOf(req))),
    session,
  )

  serve(closeAccount, async ({ body, playerId, req, res }) => {
    await methods.close(playerId, body, callerOf(req))
    clearSessionCookies(res)
  })

  serve(
    linkWallet,
    ({ body, playerId, req }) =>
      methods.linkWallet(playerId, body, callerOf(req)),
    limitMalformed(linkWallet.body),
  )

  serve(
    unlinkWallet,
    async ({ body, playerId, req }) => {
      const player = await methods.unlinkWallet(playerId, body, callerOf(req))
      return player ? enter(req, player) : auth.currentUser(playerId)
    },
    session,
  )
}
