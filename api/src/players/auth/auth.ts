import { BSC_TESTNET } from '#core/chain/chains.ts'
import type { Config } from '../../config.ts'
import type { IsPlayed } from '../../ledger/ledger.service.ts'
import type { LedgerModule } from '../../ledger/ledger.ts'
import type { ReceiptsModule } from '../../ledger/receipts/receipts.ts'
import type { DepositChainModule } from '../../platform/chain/deposit-chain.ts'
import type { Serve } from '../../platform/http/serve.ts'
import type { Platform } from '../../platform/platform.ts'
import type { SessionsModule } from '../sessions/sessions.ts'
import { mountAuth } from './auth.routes.ts'
import { type NewSeeds, openAuthService } from './auth.service.ts'
import { AuthStore } from './auth.store.ts'
import { enterBy } from './enter.ts'
import { loginLimits } from './login-limits.ts'
import { argon2id, Passwords } from './passwords.ts'
import { mountSignInMethods } from './sign-in-methods.routes.ts'
import { openSignInMethods } from './sign-in-methods.service.ts'
import { SignInMethodsStore } from './sign-in-methods.store.ts'
import { mountSiwe } from './siwe.routes.ts'
import { openSiwe } from './siwe.service.ts'
import { SiweStore } from './siwe.store.ts'

type Needs = {
  config: Pick<
    Config,
    | 'deposits'
    | 'https'
    | 'passwordCost'
    | 'publicUrl'
    | 'walletConnectProjectId'
  >
  chain: DepositChainModule | undefined
  fairness: { service: NewSeeds }
  ledger: Pick<LedgerModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answers'>
  rounds: { service: { isPlayed: IsPlayed } }
  sessions: Pick<SessionsModule, 'middleware' | 'service' | 'signIn'>
}

/** Opens accounts and sign-in. */
export function openAuth(
  { clock, signInDb: db, entropy, signInPool: pool }: Platform,
  { chain, config, sessions, ...needs }: Needs,
) {
  const ledger = needs.ledger.service
  const receipts = needs.receipts.answers
  const rounds = needs.rounds.service
  const limits = loginLimits(pool)
  const store = new AuthStore(db)
  const passwords = new Passwords(argon2id(config.passwordCost))
  const service = openAuthService({
    db,
    store,
    limits,
    passwords,
    ledger,
    fairness: needs.fairness.service,
  })
  const wallets = new SiweStore(db)
  const siwe = openSiwe({
    db,
    store: wallets,
    auth: service,
    limits,
    clock,
    entropy,
    site: config.publicUrl,
    // Without deposits, sign-in messages name the public test chain.
    chainId: chain?.site.chainId ?? BSC_TESTNET,
    rpcUrl: config.deposits?.rpcUrls[0],
    walletConnectProjectId: config.walletConnectProjectId,
  })
  const methods = openSignInMethods({
    db,
    store: new SignInMethodsStore(db),
    wallets,
    auth: service,
    siwe,
    passwords,
    sessions: sessions.service,
    clock,
  })
  const { https } = config
  const isPlayed = rounds.isPlayed.bind(rounds)
  const enter = enterBy(sessions.signIn, service)
  const shared = { auth: service, enter, receipts, sessions }
  return {
    service,
    methods,
    mount(serve: Serve) {
      mountAuth(serve, { ...shared, ledger, isPlayed })
      mountSiwe(serve, { ...shared, siwe, https })
      mountSignInMethods(serve, { ...shared, methods })
    },
  }
}
