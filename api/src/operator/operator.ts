import { currentGames } from '#core/games/registry.ts'
import { DEPOSITS } from '#core/pauses.ts'
import type { FairnessModule } from '../betting/fairness/fairness.ts'
import { openGameTotals } from '../betting/game-totals.service.ts'
import { openPausesService } from '../betting/pauses/pauses.service.ts'
import type { PausesModule } from '../betting/pauses/pauses.ts'
import { openRaceList } from '../betting/races/race-list.service.ts'
import { openGameDecisions } from '../betting/sports/game-decisions.service.ts'
import { openSportsList } from '../betting/sports/sports-list.service.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.service.ts'
import { type HistoryModule, openHistory } from '../ledger/history/history.ts'
import { type LedgerModule, openLedger } from '../ledger/ledger.ts'
import { openDepositTimeline } from '../payments/deposits/deposit-timeline.service.ts'
import {
  type DepositsModule,
  openDeposits,
} from '../payments/deposits/deposits.ts'
import {
  type DepositListService,
  openDepositListService,
} from '../payments/deposits/operator/deposit-list.service.ts'
import { openSweepService } from '../payments/sweep/sweep.service.ts'
import type { SweepModule } from '../payments/sweep/sweep.ts'
import { openSweepPlanService } from '../payments/sweep/sweep-plan.service.ts'
import type { WalletModule } from '../payments/wallets/wallets.ts'
import type { DepositChainModule } from '../platform/chain/deposit-chain.ts'
import { openGasLevel } from '../platform/chain/outbox/gas-level.ts'
import { openOutboxStore } from '../platform/chain/outbox/outbox.store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Entropy } from '../platform/entropy.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'
import { openAccounts } from '../players/auth/managed-accounts.service.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import {
  type SessionsModule,
  sessionsOver,
} from '../players/sessions/sessions.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import { DepositCareService } from './deposit-care.service.ts'
import { openGameReturns } from './game-returns.service.ts'
import { openHouseSamples } from './house-samples.service.ts'
import { openLedgerAudits } from './ledger-audits.service.ts'
import { type Asked, openOperatorActions } from './operator-actions.service.ts'
import { type OperatorLog, openOperatorLog } from './operator-log.service.ts'
import {
  OperatorOverviewService,
  type OverviewDeps,
} from './operator-overview.service.ts'
import { openOperatorTokens } from './operator-tokens.service.ts'
import { mountOperators } from './operators.routes.ts'
import { openOutboxList } from './outbox-list.service.ts'
import { openProcessReports, reportsIn } from './process-reports.service.ts'
import { operatorGuards } from './require-operator.ts'
import { settleRestore } from './restore-care.service.ts'
import { changeSite } from './site-care.service.ts'
import { SweepCareService } from './sweep-care.service.ts'

const GAS_EVERY_MS = 60_000
/** Several times a minute, so that a slow run misses none. */
const SAMPLE_EVERY_MS = 10_000

type Needs = {
  anchors: { service: Pick<AnchorsService, 'list' | 'state'> }
  chain: DepositChainModule | undefined
  deposits: Pick<
    DepositsModule,
    'decisions' | 'indexerHead' | 'isBacked' | 'recheck' | 'verdictOf'
  >
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
  const { clock, db, entropy, metrics } = platform
  const { anchors, chain, deposits, history, ledger, limits } = needs
  const { pauses, sessions, sockets, sweep } = needs
  const { account, site } = chain ?? {}
  const { accounts, actions, log, tokens } = openOperatorServices({
    clock,
    db,
    entropy,
    ledger: ledger.service,
    pauses: pauses.service,
    sessions: sessions.service,
    tellFrozen: (userId, reason) => {
      const timestamp = clock().getTime()
      const message = { type: 'frozen', timestamp, reason } as const
      // An event would arrive after this process has closed the sockets.
      sockets.hub.sendToPlayer(userId, message)
      sockets.push(userId, message)
    },
  })
  const gas =
    chain && account
      ? openGasLevel({
          chain: chain.chain,
          account,
          clock,
          metrics,
          log: platform.log,
        })
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
  const { care, sweepCare } = openCare(db, {
    operatorLog: log,
    history: history.service,
    list: views.deposits,
    deposits,
    sweep,
  })
  const logged = { db, operatorLog: log }
  const restoring = {
    ...logged,
    fairness: needs.fairness.service,
    pauses: pauses.service,
  }
  const settle = (asked: Asked) => settleRestore(restoring, asked)
  return {
    actions,
    care,
    overview: views.overview,
    samples: views.samples,
    guards: {
      requireOperator: operatorGuards({
        accounts,
        tokens,
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
        accounts,
        actions,
        care,
        sweepCare,
        operatorLog: log,
        settleRestore: settle,
        site: needs.site.service,
        changeSite: (asked, texts) =>
          changeSite({ ...logged, site: needs.site.service }, asked, texts),
        anchors: anchors.service,
        history: history.service,
        limits: limits.service,
        wallets: needs.wallet.service,
        pauses: pauses.service,
        sessions: sessions.service,
      })
    },
  }
}

/** Opens what operators look into deposits and sweeps with. */
function openCare(
  db: Database,
  {
    deposits,
    history,
    list,
    operatorLog,
    sweep,
  }: Pick<Needs, 'deposits' | 'sweep'> & {
    history: HistoryModule['service']
    list: DepositListService
    operatorLog: OperatorLog
  },
) {
  const { decisions, isBacked, recheck, verdictOf } = deposits
  return {
    care: new DepositCareService({
      db,
      operatorLog,
      list,
      history,
      decisions,
      recheck,
      isBacked,
      verdictOf,
    }),
    sweepCare: new SweepCareService({
      db,
      operatorLog,
      sweeps: sweep.service,
      plans: sweep.plans,
      isCarriedOut: sweep.jobs !== undefined,
    }),
  }
}

type Services = {
  clock: Clock
  db: Database
  entropy: Entropy
} & Partial<
  Pick<
    Parameters<typeof openOperatorActions>[0],
    'ledger' | 'pauses' | 'sessions' | 'tellFrozen'
  >
>

/**
 * Opens the audit log, tokens and actions of operators. Commands leave out the
 * services of a running API, which push changes to its players.
 */
export function openOperatorServices({
  clock,
  db,
  entropy,
  ledger = openLedger({ db, clock }).service,
  pauses = openPausesService(db),
  sessions = sessionsOver(db),
  tellFrozen,
}: Services) {
  const log = openOperatorLog(db, clock)
  const accounts = openAccounts(db, clock)
  return {
    accounts,
    log,
    tokens: openOperatorTokens({ db, log, clock, entropy }),
    actions: openOperatorActions({
      db,
      log,
      accounts,
      ledger,
      pauses,
      sessions,
      decisions: openGameDecisions(db, clock),
      tellFrozen,
    }),
  }
}

/**
 * Opens what operators look at. Commands leave out the chain and the gas level,
 * which ask nodes.
 *
 * @param deps.pauses followed.
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
    overview: new OperatorOverviewService({
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
      reports: () => reportsIn(db),
    }),
  }
}

/** Opens single deposits for a command. @param chain connected. */
export async function depositCareOver(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  chain: Pick<DepositChainModule, 'chain' | 'reverseAfterMs' | 'site'>,
): Promise<DepositCareService> {
  const { clock, db } = platform
  const pauses = openPausesService(db)
  await pauses.follow()
  return new DepositCareService({
    ...openDeposits(platform, {
      chain,
      isPaused: () => pauses.isPaused(DEPOSITS),
      ledger: openLedger({ clock, db }),
      timeline: openDepositTimeline(platform, { chain }),
    }),
    db,
    operatorLog: openOperatorLog(db, clock),
    list: openDepositListService({ ...chain.site, clock, db }),
    history: openHistory({ db }).service,
  })
}

/** Opens sweeps for a command. @param chain connected. */
export function sweepCareOver(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  chain: Pick<DepositChainModule, 'chain' | 'site'>,
): SweepCareService {
  return new SweepCareService({
    db,
    operatorLog: openOperatorLog(db, clock),
    sweeps: openSweepService(db, chain.site.instanceId),
    plans: openSweepPlanService({ db, log }, chain),
    // By the API, whose settings this process does not know.
    isCarriedOut: true,
  })
}
