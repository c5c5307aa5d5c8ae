import { logIn, readUser, register, resetBalance } from '#core/api/account.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import type { IsPlayed, LedgerService } from '../../ledger/ledger.service.ts'
import type { AnswerReceiptsService } from '../../ledger/receipts/answer-receipts.service.ts'
import { setReceipt } from '../../ledger/receipts/receipt-header.ts'
import { FIRST_SEQ } from '../../ledger/receipts/receipts.service.ts'
import { networkOf } from '../../platform/http/client-address.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import type { AuthService } from './auth.service.ts'
import type { Enter } from './enter.ts'
import { limitMalformed } from './login-limits.ts'
import { passwordLogin } from './password-login.ts'

type AuthDeps = {
  auth: AuthService
  ledger: LedgerService
  receipts: Pick<AnswerReceiptsService, 'of'>
  enter: Enter
  sessions: Pick<SessionsModule, 'middleware' | 'signIn'>
  isPlayed: IsPlayed
}

export function mountAuth(serve: Serve, deps: AuthDeps): void {
  const { auth, enter, isPlayed, ledger, receipts } = deps
  const { middleware: session, signIn } = deps.sessions
  const authenticate = passwordLogin(auth)

  serve(
    register,
    async ({ body, req, res }) => {
      const user = await auth.register(body, networkOf(req.ip))
      await signIn(req, { id: user.id, signInVersion: 0 })
      setReceipt(res, await receipts.of(user.id, FIRST_SEQ))
      return user
    },
    session,
  )

  serve(
    logIn,
    async ({ req, res }) => enter(req, await authenticate(req, res)),
    limitMalformed(logIn.body),
    session,
  )

  serve(readUser, ({ playerId }) => auth.currentUser(playerId))

  serve(resetBalance, async ({ playerId, repeatable, res }) => {
    const request = repeatable && { ...repeatable, isPlayed }
    const seq = await ledger.reset(playerId, request)
    const user = await auth.currentUser(playerId)
    if (seq !== null) setReceipt(res, await receipts.of(playerId, seq))
    return { ...user, balance: STARTING_BALANCE }
  })
}
