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
import { loginLimits } from './login-limits.ts'
import { argon2id, openPasswords } from './passwords.ts'
import { openSignInMethods } from './sign-in-methods.service.ts'
import { openSiwe } from './siwe.service.ts'

type Needs = {
  config: Config
  chain: DepositChainModule | undefined
  fairness: { service: NewSeeds }
  ledger: Pick<LedgerModule, 'service'>
  receipts: Pick<ReceiptsModule, 'answers'>
  rounds: { service: { isPlayed: IsPlayed } }
  sessions: Pick<SessionsModule, 'middleware' | 'service' | 'signIn'>
}

export function openAuth(
  { clock, signInDb: db, entropy, signInPool }: Platform,
  { chain, config, sessions, ...needs }: Needs,
) {
  const ledger = needs.ledger.service
  const limits = loginLimits(signInPool)
  const passwords = openPasswords(argon2id(config.passwordCost))
  const fairness = needs.fairness.service
  const service = openAuthService({ db, fairness, ledger, limits, passwords })
  const shared = { auth: service, clock, db }
  const siwe = openSiwe({
    ...shared,
    limits,
    entropy,
    site: config.publicUrl,
    // Without deposits, sign-in messages name the public test chain.
    chainId: chain?.site.chainId ?? BSC_TESTNET,
    rpcUrl: config.deposits?.rpcUrls[0],
    walletConnectProjectId: config.walletConnectProjectId,
  })
  const methods = openSignInMethods({
    ...shared,
    passwords,
    sessions: sessions.service,
    siwe,
  })
  return {
    service,
    methods,
    mount(serve: Serve) {
      mountAuth(serve, {
        auth: service,
        https: config.https,
        isPlayed: (id, tx) => needs.rounds.service.isPlayed(id, tx),
        ledger,
        methods,
        receipts: needs.receipts.answers,
        sessions,
        siwe,
      })
    },
  }
}
