import type { FairnessModule } from '../betting/fairness/fairness.ts'
import type { PausesModule } from '../betting/pauses/pauses.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.ts'
import type { HistoryModule } from '../ledger/history/history.ts'
import type { LedgerModule } from '../ledger/ledger.ts'
import type { DepositChain } from '../payments/deposit-chain.ts'
import type { DepositsModule } from '../payments/deposits/deposits.ts'
import type { SweepModule } from '../payments/sweep/sweep.ts'
import type { WalletModule } from '../payments/wallets/wallets.ts'
import { createGasLevel } from '../platform/chain/outbox/gas-level.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'
import { createManagedAccounts } from '../players/auth/managed-accounts.service.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import type { SessionsModule } from '../players/sessions/sessions.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import { mountHouse } from './house.routes.ts'
import { createOperatorActions } from './operator-actions.service.ts'
import { createOperatorDeposits } from './operator-deposits.service.ts'
import { createOperatorLog } from './operator-log.service.ts'
import { createOperatorSweeps } from './operator-sweeps.service.ts'
import { createOperatorTokens } from './operator-tokens.service.ts'
import { createOperatorViews } from './operator-views.service.ts'
import { mountPayments } from './payments.routes.ts'
import { mountPlayers } from './players.routes.ts'
import { createProcessReports } from './process-reports.service.ts'
import { operatorGuards } from './require-operator.ts'
import { mountSports } from './sports.routes.ts'

const GAS_EVERY_MS = 60_000
/** Several times a minute, so that a slow run misses none. */
const SAMPLE_EVERY_MS = 10_000

type Dependencies = {
  anchors: { service: Pick<AnchorsService, 'list' | 'state'> }
  chain: DepositChain | undefined
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

export function createOperator(platform: Platform, needs: Dependencies) {
  const { clock, db } = platform
  const { anchors, chain, deposits, fairness, history, ledger, limits } = needs
  const { pauses, sessions, site, sockets, sweep, wallet } = needs
  const log = createOperatorLog(db, clock)
  const logged = { db, log }
  const accounts = createManagedAccounts(db, clock)
  const actions = createOperatorActions({
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
    chain?.account &&
    createGasLevel({ ...platform, chain: chain.chain, account: chain.account })
  const views = createOperatorViews(platform, {
    gas,
    anchors: anchors.service,
    chain: chain?.site,
    instanceId: chain?.instanceId,
    ledger: ledger.service,
    pauses: pauses.service,
  })
  const services = {
    accounts,
    actions,
    anchors: anchors.service,
    deposits: createOperatorDeposits({
      ...deposits,
      ...logged,
      history: history.service,
      list: views.deposits,
    }),
    fairness: fairness.service,
    history: history.service,
    limits: limits.service,
    log,
    pauses: pauses.service,
    sessions: sessions.service,
    site: site.service,
    sweeps: createOperatorSweeps({
      ...logged,
      sweeps: sweep.service,
      plans: sweep.plans,
      isCarriedOut: sweep.jobs !== undefined,
    }),
    views,
    wallet: wallet.service,
  }

  const gasJobs: Job[] = gas
    ? [{ name: 'gas_level', everyMs: GAS_EVERY_MS, run: gas.refresh }]
    : []
  return {
    actions,
    samples: views.samples,
    guards: {
      requireOperator: operatorGuards({
        accounts,
        tokens: createOperatorTokens(platform, log),
        requirePlayer: sessions.guards.requirePlayer,
      }),
    },
    jobs: [
      {
        name: 'house_samples',
        everyMs: SAMPLE_EVERY_MS,
        run: views.samples.take,
      },
      createProcessReports(platform, chain?.chain, deposits.indexerHead),
      ...gasJobs,
    ] satisfies Job[],
    mount(serve: Serve) {
      mountHouse(serve, services)
      mountPlayers(serve, services)
      mountSports(serve, services)
      mountPayments(serve, services)
    },
  }
}
