import { currentGames } from '#core/games/registry.ts'
import type { FairnessModule } from '../betting/fairness/fairness.ts'
import { openGameTotals } from '../betting/game-totals.service.ts'
import type { PausesModule } from '../betting/pauses/pauses.ts'
import { openRaceList } from '../betting/races/race-list.service.ts'
import { openSportsList } from '../betting/sports/sports-list.service.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.service.ts'
import type { HistoryModule } from '../ledger/history/history.ts'
import type { LedgerModule } from '../ledger/ledger.ts'
import type { DepositsModule } from '../payments/deposits/deposits.ts'
import { openDepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { SweepModule } from '../payments/sweep/sweep.ts'
import type { WalletModule } from '../payments/wallets/wallets.ts'
import type { DepositChainModule } from '../platform/chain/deposit-chain.ts'
import { openGasLevel } from '../platform/chain/outbox/gas-level.ts'
import { openOutboxStore } from '../platform/chain/outbox/outbox.store.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'
import { openAccounts } from '../players/auth/managed-accounts.service.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import type { SessionsModule } from '../players/sessions/sessions.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import { openGameReturns } from './game-returns.service.ts'
import { openHouseSamples } from './house-samples.service.ts'
import { openLedgerAudits } from './ledger-audits.service.ts'
import {
  changeSite,
  openOperatorActions,
  settleRestore,
} from './operator-actions.service.ts'
import { openOperatorDeposits } from './operator-deposits.service.ts'
import { openOperatorLog } from './operator-log.service.ts'
import {
  type OverviewDeps,
  openOperatorOverview,
} from './operator-overview.service.ts'
import { openOperatorSweeps } from './operator-sweeps.service.ts'
import { openOperatorTokens } from './operator-tokens.service.ts'
import { mountOperators } from './operators.routes.ts'
import { openOutboxList } from './outbox-list.service.ts'
import { openProcessReports } from './process-reports.service.ts'
import { operatorGuards } from './require-operator.ts'

const GAS_EVERY_MS = 60_000
/** Several times a minute, so that a slow run misses none. */
const SAMPLE_EVERY_MS = 10_000

type Needs = {
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

/** Opens what operators see and do. */
export function openOperators(platform: Platform, needs: Needs) {
  const { clock, db, metrics } = platform
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
  const views = openOperatorViews({
    clock,
    db,
    metrics,
    gas,
    anchors: anchors.service,
    chain: site,
    instanceId: site?.instanceId,
    ledger: ledger.service,
    pauses: pauses.service,
  })
  return {
    actions,
    samples: views.samples,
    guards: {
      requireOperator: operatorGuards({
        accounts,
        tokens: openOperatorTokens({ ...platform, log }),
        requirePlayer: sessions.guards.requirePlayer,
      }),
    },
    jobs: [
      {
        name: 'house_samples',
        everyMs: SAMPLE_EVERY_MS,
        run: views.samples.take,
      },
      openProcessReports({
        db,
        metrics,
        chain: chain?.chain,
        indexerHead: deposits.indexerHead,
      }),
      ...(gas
        ? [{ name: 'gas_level', everyMs: GAS_EVERY_MS, run: gas.refresh }]
        : []),
    ] satisfies Job[],
    mount(serve: Serve) {
      mountOperators(serve, {
        ...views,
        log,
        accounts,
        actions,
        anchors: anchors.service,
        changeSite: (by, texts) =>
          changeSite({ ...logged, site: needs.site.service }, by, texts),
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
        settleRestore: (by) =>
          settleRestore(
            {
              ...logged,
              fairness: needs.fairness.service,
              pauses: pauses.service,
            },
            by,
          ),
        site: needs.site.service,
        wallets: needs.wallet.service,
      })
    },
  }
}

/**
 * Opens what operators read. Commands leave out the chain and the gas level,
 * which request nodes.
 *
 * @param deps.pauses after `follow()`.
 */
export function openOperatorViews({
  anchors,
  chain,
  clock,
  db,
  gas,
  instanceId,
  ledger,
  metrics,
  pauses,
}: Pick<OverviewDeps, 'anchors' | 'clock' | 'db' | 'metrics' | 'pauses'> &
  Partial<Pick<OverviewDeps, 'chain' | 'gas'>> & {
    instanceId: number | undefined
    ledger: LedgerModule['service']
  }) {
  const outbox =
    instanceId === undefined ? undefined : openOutboxStore(db, instanceId)
  const lists = {
    audits: openLedgerAudits(db, clock),
    deposits: openDepositListService({ clock, db, instanceId }),
    races: openRaceList(db),
    returns: openGameReturns(openGameTotals(db), currentGames),
    samples: openHouseSamples({ db, ledger, clock }),
    sports: openSportsList(db, clock),
  }
  return {
    ...lists,
    outboxList: openOutboxList(outbox),
    overview: openOperatorOverview({
      ...lists,
      anchors,
      chain,
      clock,
      db,
      gas,
      ledger,
      metrics,
      outbox,
      pauses,
    }),
  }
}
