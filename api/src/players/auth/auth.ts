import { parseCookie } from 'cookie'
import type { Request, Response } from 'express'
import passport, { type AuthenticateCallback } from 'passport'
import { Strategy } from 'passport-local'
import {
  cookieName,
  credentials,
  logIn,
  readUser,
  register,
  resetBalance,
  type User,
} from '#core/api/account.ts'
import {
  changePassword,
  closeAccount,
  linkWallet,
  listSecurityNotices,
  setFirstPassword,
  unlinkWallet,
} from '#core/api/sign-in-methods.ts'
import { readSiweSite, requestNonce, signInWithWallet } from '#core/api/siwe.ts'
import { BSC_TESTNET } from '#core/chain/chains.ts'
import { STARTING_BALANCE } from '#core/money/coins.ts'
import { Refusal } from '#core/refusals.ts'
import type { Config } from '../../config.ts'
import type { IsPlayed } from '../../ledger/ledger.service.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import {
  FIRST_SEQ,
  setReceipt,
} from '../../ledger/receipts/receipts.service.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { ChainAccess } from '../../platform/chain/chain-access.ts'
import { getNetwork } from '../../platform/http/client-address.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SignedIn } from '../sessions/sessions.service.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import {
  type AuthService,
  createAuthService,
  type NewSeeds,
} from './auth.service.ts'
import { limitMalformed, loginLimits } from './login-limits.ts'
import { argon2id, createPasswords } from './passwords.ts'
import { createSignInMethods } from './sign-in-methods.service.ts'
import {
  createSiwe,
  NONCE_LIFETIME_MS,
  type SiweCaller,
} from './siwe.service.ts'

/** Binds a wallet's sign-in to the browser that requested its nonce. */
const SIWE_COOKIE = 'siwe'

type Dependencies = {
  config: Config
  chain: ChainAccess | undefined
  fairness: { service: NewSeeds }
  ledger: Pick<LedgerModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answers'>
  rounds: { service: { isPlayed: IsPlayed } }
  sessions: Pick<
    SessionsModule,
    'clearCookies' | 'middleware' | 'service' | 'signIn'
  >
}

export function createAuth(
  { clock, signInDb: db, entropy, signInPool }: Platform,
  { chain, config, ...needs }: Dependencies,
) {
  const { https } = config
  const siweCookie = cookieName(SIWE_COOKIE, config)
  const fairness = needs.fairness.service
  const ledger = needs.ledger.service
  const receipts = needs.receipts.answers
  const { middleware: session, signIn, service: sessions } = needs.sessions
  const limits = loginLimits(signInPool)
  const passwords = createPasswords(argon2id(config.passwordCost))
  const auth = createAuthService({ db, fairness, ledger, limits, passwords })
  const siwe = createSiwe(
    { clock, db, entropy },
    {
      auth,
      limits,
      site: config.publicUrl,
      // Without deposits, sign-in messages name the public test chain.
      chainId: chain?.chain.deployment.chainId ?? BSC_TESTNET,
      rpcUrl: config.deposits?.rpcUrls[0],
      walletConnectProjectId: config.walletConnectProjectId,
    },
  )
  const methods = createSignInMethods(
    { clock, db },
    { auth, passwords, sessions, siwe },
  )
  const authenticate = passwordLogin(auth)

  /** Returns the network and cookie secret of the caller; '' without a cookie. */
  function getCaller(req: Request): SiweCaller {
    const secret = parseCookie(req.headers.cookie ?? '')[siweCookie] ?? ''
    return { secret, network: getNetwork(req.ip) }
  }

  /**
   * Starts a session unless the account was frozen, closed or changed since.
   */
  async function startSession(req: Request, player: SignedIn): Promise<User> {
    try {
      await signIn(req, player)
    } catch (error) {
      // Prefers to report that the account is frozen or closed.
      await auth.currentUser(player.id)
      throw error
    }
    return auth.currentUser(player.id)
  }

  return {
    service: auth,
    methods,
    mount(serve: Serve) {
      serve(
        register,
        async ({ body, req, res }) => {
          const user = await auth.register(body, getNetwork(req.ip))
          await signIn(req, { id: user.id, signInVersion: 0 })
          setReceipt(res, await receipts.of(user.id, FIRST_SEQ))
          return user
        },
        session,
      )
      serve(
        logIn,
        async ({ req, res }) => startSession(req, await authenticate(req, res)),
        limitMalformed(logIn.body),
        session,
      )
      serve(readUser, ({ playerId }) => auth.currentUser(playerId))
      serve(resetBalance, async ({ playerId, repeatable, res }) => {
        const { isPlayed } = needs.rounds.service
        const request = repeatable && { ...repeatable, isPlayed }
        const seq = await ledger.reset(playerId, request)
        const user = await auth.currentUser(playerId)
        if (seq !== null) setReceipt(res, await receipts.of(playerId, seq))
        return { ...user, balance: STARTING_BALANCE }
      })

      serve(readSiweSite, () => siwe.site())
      serve(requestNonce, ({ req, res }) => {
        const secret =
          getCaller(req).secret || Buffer.from(entropy(16)).toString('hex')
        res.cookie(siweCookie, secret, {
          maxAge: NONCE_LIFETIME_MS,
          httpOnly: true,
          sameSite: 'strict',
          secure: https,
        })
        return siwe.newNonce(secret)
      })
      serve(
        signInWithWallet,
        async ({ body, req, res }) => {
          const player = await siwe.signIn(body, getCaller(req))
          const user = await startSession(req, player)
          // A new account has received its welcome grant.
          if (body.newAccount) setReceipt(res, await receipts.newest(user.id))
          return user
        },
        limitMalformed(signInWithWallet.body),
        session,
      )

      serve(listSecurityNotices, ({ playerId }) => methods.notices(playerId))
      serve(setFirstPassword, ({ body, playerId, req }) =>
        methods.setFirstPassword(playerId, body, getCaller(req)),
      )
      serve(
        changePassword,
        async ({ body, playerId, req }) => {
          const caller = getCaller(req)
          const player = await methods.changePassword(playerId, body, caller)
          return startSession(req, player)
        },
        session,
      )
      serve(closeAccount, async ({ body, playerId, req, res }) => {
        await methods.close(playerId, body, getCaller(req))
        needs.sessions.clearCookies(res)
      })
      serve(
        linkWallet,
        ({ body, playerId, req }) =>
          methods.linkWallet(playerId, body, getCaller(req)),
        limitMalformed(linkWallet.body),
      )
      serve(
        unlinkWallet,
        async ({ body, playerId, req }) => {
          const player = await methods.unlinkWallet(
            playerId,
            body,
            getCaller(req),
          )
          return player ? startSession(req, player) : auth.currentUser(playerId)
        },
        session,
      )
    },
  }
}

/** Authenticates by passport's local strategy. @throws wrong_credentials */
function passwordLogin(auth: AuthService) {
  const local = new Strategy(
    { passReqToCallback: true },
    (req, username, password, done) => {
      auth
        .login({ username, password }, getNetwork(req.ip))
        .then((user) => done(null, user), done)
    },
  )
  const authenticator = new passport.Passport().use(local)

  return async (req: Request, res: Response): Promise<SignedIn> => {
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

declare global {
  namespace Express {
    /** Passport's user is a player. */
    interface User extends SignedIn {}
  }
}
