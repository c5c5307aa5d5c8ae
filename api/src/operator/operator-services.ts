import type { FairnessModule } from '../betting/fairness/fairness.ts'
import type { PausesModule } from '../betting/pauses/pauses.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.ts'
import type { HistoryModule } from '../ledger/history/history.ts'
import type { LedgerModule } from '../ledger/ledger.ts'
import type { DepositsModule } from '../payments/deposits/deposits.ts'
import type { SweepModule } from '../payments/sweep/sweep.ts'
import type { WalletModule } from '../payments/wallets/wallets.ts'
import type { DepositChainModule } from '../platform/chain/deposit-chain.ts'
import { openGasLevel } from '../platform/chain/outbox/gas-level.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'
import { openAccounts } from '../players/auth/managed-accounts.service.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import type { SessionsModule } from '../players/sessions/sessions.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import { openOperatorActions } from './operator-actions.service.ts'
import { openOperatorDeposits } from './operator-deposits.service.ts'
import { openOperatorLog } from './operator-log.service.ts'
import { openOperatorSweeps } from './operator-sweeps.service.ts'
import { openOperatorTokens } from './operator-tokens.service.ts'
import { openOperatorViews } from './operator-views.service.ts'

export type OperatorNeeds = {
  anchors: { service: Pick<AnchorsService, 'list' | 'state'> }
  chain: DepositChainModule | undefined
  deposits: Pick<DepositsModule, 'decisions' | 'indexerHead' | 'recheck'>
  fairness: Pick<FairnessModule, 'service'>
  history: Pick<HistoryModule, 'service'>
  ledger: Pick<LedgerModule, 'service'>
  limits: Pick<LimitsModule, 'service'>
  pauses: Pick<PausesModule, 'service'>
  sessions: Pick<SessionsModule, 'guards' | 'service'>
  site: Pick<SiteModule, 'service'>
  sockets: Pick<SocketsModule, 'hub' | 'push'>
  sweep: Pick<SweepModule, 'jobs' | 'plans' | 'service'>
  wallet: Pick<WalletModule, 'service'>
}

export type OperatorServices = ReturnType<typeof openOperatorServices>

/** Opens what operators see and do. */
export function openOperatorServices(platform: Platform, needs: OperatorNeeds) {
  const { clock, db } = platform
  const { anchors, chain, deposits, history, ledger, sweep } = needs
  const { pauses, sessions, sockets } = needs
  const { account, site } = chain ?? {}
  const log = openOperatorLog(db, clock)
  const logged = { db, log }
  const accounts = openAccounts(db, clock)
  const actions = openOperatorActions({
    ...logged,
    clock,
    ledger: ledger.service,
    pauses: pauses.service,
    onFrozen(userId, reason, sessionIds) {
      const timestamp = clock().getTime()
      const message = { type: 'frozen', timestamp, reason } as const
      // An event would arrive after this process has closed the sockets.
      sockets.hub.sendToPlayer(userId, message)
      sockets.push(userId, message)
      for (const id of sessionIds) sessions.service.forget(id)
    },
  })
  const gas =
    chain && account
      ? openGasLevel({ ...platform, chain: chain.chain, account })
      : undefined
  const views = openOperatorViews(platform, {
    gas,
    anchors: anchors.service,
    chain: site,
    instanceId: site?.instanceId,
    ledger: ledger.service,
    pauses: pauses.service,
  })
  return {
    ...views,
    log,
    accounts,
    actions,
    anchors: anchors.service,
    fairness: needs.fairness.service,
    gas,
    history: history.service,
    limits: needs.limits.service,
    operatorDeposits: openOperatorDeposits({
      ...deposits,
      ...logged,
      history: history.service,
      list: views.deposits,
    }),
    operatorSweeps: openOperatorSweeps({
      ...logged,
      sweeps: sweep.service,
      plans: sweep.plans,
      isCarriedOut: sweep.jobs !== undefined,
    }),
    pauses: pauses.service,
    sessions: sessions.service,
    site: needs.site.service,
    tokens: openOperatorTokens(platform, log),
    wallets: needs.wallet.service,
  }
}
