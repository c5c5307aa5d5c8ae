import { currentGames } from '#core/games/registry.ts'
import { DEPOSITS } from '#core/pauses.ts'
import type { FairnessService } from '../betting/fairness/fairness.service.ts'
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
import type { DepositListService } from '../payments/deposits/deposit-list.service.ts'
import {
  type DepositsModule,
  depositCareOf,
  depositListOver,
} from '../payments/deposits/deposits.ts'
import {
  type SweepModule,
  sweepOrdersOver,
  sweepsOver,
} from '../payments/sweep/sweep.ts'
import { walletsOver } from '../payments/wallets/wallets.ts'
import type { DepositChainModule } from '../platform/chain/deposit-chain.ts'
import {
  type GasLevel,
  openGasLevel,
} from '../platform/chain/outbox/gas-watch.ts'
import { openOutboxStore } from '../platform/chain/outbox/outbox.store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { Entropy } from '../platform/entropy.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import { makeMetrics } from '../platform/metrics.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'
import { accountsOver } from '../players/auth/auth.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import {
  type SessionsModule,
  sessionsOver,
} from '../players/sessions/sessions.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import { DepositCareService } from './deposit-care.service.ts'
import { openGameReturns } from './game-returns.service.ts'
import {
  HouseSamplesService,
  houseSamplesJob,
} from './house-samples.service.ts'
import { HouseSamplesStore } from './house-samples.store.ts'
import { LedgerAuditsService } from './ledger-audits.service.ts'
import { OperatorActionsService } from './operator-actions.service.ts'
import { OperatorLog } from './operator-log.service.ts'
import { OperatorLogStore } from './operator-log.store.ts'
import { OperatorOverviewService } from './operator-overview.service.ts'
import { OperatorTokensService } from './operator-tokens.service.ts'
import { OperatorTokensStore } from './operator-tokens.store.ts'
import { mountOperators } from './operators.routes.ts'
import { OutboxListService } from './outbox-list.service.ts'
import {
  ProcessReportsService,
  processReportJob,
  reportsIn,
} from './process-reports.service.ts'
import { operatorGuards } from './require-operator.ts'
import { RestoreCareService } from './restore-care.service.ts'
import { SiteCareService } from './site-care.service.ts'
import { SweepCareService } from './sweep-care.service.ts'

const GAS_EVERY_MS = 60_000

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
  sweep: Pick<SweepModule, 'jobs' | 'orders' | 'service'>
}

/** Opens what operators see and do. */
export function openOperators(platform: Platform, needs: Needs) {
  const { clock, db, metrics } = platform
  const { anchors, chain, history, ledger, limits } = needs
  const { deposits, pauses, sessions, sockets, sweep } = needs
  const over = operatorsOver(db, platform, {
    pauses: pauses.service,
    ledger: ledger.service,
    sessions: sessions.service,
    tellFrozen: (userId, reason) => {
      const timestamp = clock().getTime()
      const message = { type: 'frozen', timestamp, reason } as const
      // By itself here: an event would come after this process closed the sockets.
      sockets.hub.sendToPlayer(userId, message)
      sockets.push(userId, message)
    },
  })
  const { actions } = over
  const accounts = accountsOver(db, clock)
  const { account, site } = chain ?? {}
  const gas =
    chain && account
      ? openGasLevel({ chain: chain.chain, account, clock })
      : undefined
  const views = houseViews(db, {
    clock,
    instanceId: site?.instanceId,
    ledger: ledger.service,
  })
  const overview = new OperatorOverviewService({
    ...views,
    db,
    anchors: anchors.service,
    chain: site,
    gas,
    ledger: ledger.service,
    metrics,
    pauses: pauses.service,
    clock,
  })
  const allow = operatorGuards({
    ...over,
    requirePlayer: sessions.guards.requirePlayer,
    accounts,
  })
  const reports = new ProcessReportsService({
    db,
    metrics,
    chain: chain?.chain,
    indexerHead: deposits.indexerHead,
  })
  const { care, sweepCare } = openCare(db, {
    operatorLog: over.log,
    history: history.service,
    list: views.deposits,
    deposits,
    sweep,
  })
  const restoreCare = openRestoreCare(platform, {
    fairness: needs.fairness.service,
    pauses: pauses.service,
  })
  return {
    actions,
    care,
    overview,
    restoreCare,
    samples: views.samples,
    guards: { requireOperator: allow },
    jobs: [
      houseSamplesJob(views.samples),
      processReportJob(reports),
      ...(gas ? [gasJob(gas)] : []),
    ],
    mount(serve: Serve) {
      mountOperators(serve, {
        ...views,
        operatorLog: over.log,
        care,
        outboxList: new OutboxListService(views.outbox),
        sweepCare,
        accounts,
        actions,
        overview,
        restoreCare,
        siteCare: new SiteCareService({
          db,
          operatorLog: over.log,
          site: needs.site.service,
        }),
        anchors: anchors.service,
        history: history.service,
        limits: limits.service,
        wallets: walletsOver(db),
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
      orders: sweep.orders,
      isCarriedOut: sweep.jobs !== undefined,
    }),
  }
}

/** Services of a running API, which notify its players at once. */
type LiveServices = {
  pauses?: PausesModule['service']
  ledger?: LedgerModule['service']
  sessions?: SessionsModule['service']
  tellFrozen?: (userId: string, reason: string) => void
}

/**
 * Opens log, tokens and actions of operators for a command, which works beside
 * the API or while it is stopped; the API gives services of its own.
 */
export function operatorsOver(
  db: Database,
  { clock, entropy }: { clock: Clock; entropy: Entropy },
  live: LiveServices = {},
) {
  const log = new OperatorLog(new OperatorLogStore(db), clock)
  const store = new OperatorTokensStore(db)
  return {
    log,
    tokens: new OperatorTokensService({ db, store, log, clock, entropy }),
    actions: new OperatorActionsService({
      db,
      log,
      accounts: accountsOver(db, clock),
      pauses: openPausesService(db),
      decisions: openGameDecisions(db, clock),
      ledger: openLedger({ db, clock }).service,
      sessions: sessionsOver(db),
      ...live,
    }),
  }
}

/** Opens what operators look at for a command: it runs no jobs, and asks no node. */
export async function operatorViewsOver(
  db: Database,
  needs: {
    clock: Clock
    instanceId: number | undefined
    anchors: Pick<AnchorsService, 'list' | 'state'>
  },
) {
  const { anchors, clock } = needs
  const ledger = openLedger({ db, clock }).service
  const views = houseViews(db, { ...needs, ledger })
  const pauses = openPausesService(db)
  await pauses.follow()
  const overview = new OperatorOverviewService({
    ...views,
    db,
    anchors,
    chain: undefined,
    gas: undefined,
    ledger,
    metrics: makeMetrics(),
    pauses,
    clock,
  })
  const outboxList = new OutboxListService(views.outbox)
  return { ...views, outboxList, overview }
}

/** Opens single deposits for a command. @param chain connected. */
export async function depositCareOver(
  platform: Pick<Platform, 'clock' | 'db' | 'log' | 'metrics'>,
  chain: Pick<DepositChainModule, 'chain' | 'reverseAfterMs' | 'site'>,
): Promise<DepositCareService> {
  const { clock, db } = platform
  const pauses = openPausesService(db)
  await pauses.follow()
  const isPaused = () => pauses.isPaused(DEPOSITS)
  return new DepositCareService({
    db,
    operatorLog: new OperatorLog(new OperatorLogStore(db), clock),
    list: depositListOver(db, clock, chain.site.instanceId),
    history: openHistory({ db }).service,
    ...(await depositCareOf(platform, chain, isPaused)),
  })
}

/** Opens the settling of restores. Commands leave out the running pauses. */
export function openRestoreCare(
  { clock, db }: Pick<Platform, 'clock' | 'db'>,
  {
    fairness,
    pauses = openPausesService(db),
  }: {
    fairness: Pick<FairnessService, 'renewAll'>
    pauses?: PausesModule['service']
  },
): RestoreCareService {
  const operatorLog = new OperatorLog(new OperatorLogStore(db), clock)
  return new RestoreCareService({ db, operatorLog, fairness, pauses })
}

/** Opens sweeps for a command. @param chain connected. */
export function sweepCareOver(
  { clock, db, log }: Pick<Platform, 'clock' | 'db' | 'log'>,
  chain: Pick<DepositChainModule, 'chain' | 'site'>,
): SweepCareService {
  return new SweepCareService({
    db,
    operatorLog: new OperatorLog(new OperatorLogStore(db), clock),
    sweeps: sweepsOver(db, chain.site.instanceId),
    orders: sweepOrdersOver(db, chain, log),
    // By the API, whose settings this process does not know.
    isCarriedOut: true,
  })
}

/** Opens what operators look at that is in the database alone. */
function houseViews(
  db: Database,
  {
    clock,
    instanceId,
    ledger,
  }: {
    clock: Clock
    instanceId: number | undefined
    ledger: LedgerModule['service']
  },
) {
  const store = new HouseSamplesStore(db)
  return {
    audits: new LedgerAuditsService(db, clock),
    reports: () => reportsIn(db),
    deposits: depositListOver(db, clock, instanceId),
    outbox:
      instanceId === undefined ? undefined : openOutboxStore(db, instanceId),
    races: openRaceList(db),
    returns: openGameReturns(openGameTotals(db), currentGames),
    samples: new HouseSamplesService({ store, ledger, clock }),
    sports: openSportsList(db, clock),
  }
}

/** For overviews, which wait for no node. */
function gasJob(gas: GasLevel): Job {
  return { name: 'gas_level', everyMs: GAS_EVERY_MS, run: () => gas.refresh() }
}
