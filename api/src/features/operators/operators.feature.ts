import type { Clock } from '../../platform/clock.ts'
import type { Database } from '../../platform/db/database.ts'
import type { Entropy } from '../../platform/entropy.ts'
import type { Guards } from '../../platform/http/player.ts'
import type { Platform } from '../../platform/platform.ts'
import type { AnchorsService } from '../anchors/anchors.service.ts'
import { accountsOver } from '../auth/auth.feature.ts'
import type { HistoryFeature } from '../history/history.feature.ts'
import { type LedgerFeature, ledgerOver } from '../ledger/ledger.feature.ts'
import { auditLedger } from '../ledger/ledger-audit.service.ts'
import type { LimitsFeature } from '../limits/limits.feature.ts'
import { type PausesFeature, pausesOver } from '../pauses/pauses.feature.ts'
import {
  type SessionsFeature,
  sessionsOver,
} from '../sessions/sessions.feature.ts'
import { decisionsOver } from '../sports/sports.feature.ts'
import { OperatorActionsService } from './operator-actions.service.ts'
import { OperatorLog } from './operator-log.service.ts'
import { OperatorLogStore } from './operator-log.store.ts'
import { OperatorOverviewService } from './operator-overview.service.ts'
import { OperatorTokensService } from './operator-tokens.service.ts'
import { OperatorTokensStore } from './operator-tokens.store.ts'
import { operatorsReference } from './operators.reference.ts'
import { operatorsRoutes } from './operators.routes.ts'
import { operatorGuards } from './require-operator.ts'

type Needs = {
  anchors: { service: Pick<AnchorsService, 'list'> }
  history: Pick<HistoryFeature, 'service'>
  ledger: Pick<LedgerFeature, 'service'>
  limits: Pick<LimitsFeature, 'service'>
  pauses: Pick<PausesFeature, 'service'>
  sessions: Pick<SessionsFeature, 'service'>
}

/** What operators see and do. */
export function openOperators(platform: Platform, needs: Needs) {
  const { clock, db, metrics } = platform
  const { anchors, history, ledger, limits, pauses, sessions } = needs
  const over = operatorsOver(db, platform)
  const accounts = accountsOver(db, clock)
  const actions = new OperatorActionsService({
    ...over,
    db,
    accounts,
    pauses: pauses.service,
    decisions: decisionsOver(db, clock),
    ledger: ledger.service,
    sessions: sessions.service,
  })
  const overview = new OperatorOverviewService({
    ledger: ledger.service,
    pauses: pauses.service,
    metrics,
    clock,
  })
  return {
    actions,
    reference: [operatorsReference],
    routes: ({ requirePlayer }: Guards) =>
      operatorsRoutes({
        ...over,
        allow: operatorGuards({ requirePlayer, accounts, ...over }),
        accounts,
        actions,
        overview,
        anchors: anchors.service,
        history: history.service,
        limits: limits.service,
        pauses: pauses.service,
        sessions: sessions.service,
        auditLedger: () => auditLedger(db),
        clock,
      }),
  }
}

/** The same for a command, which works beside the house or while it is closed. */
export function operatorsOver(
  db: Database,
  { clock, entropy }: { clock: Clock; entropy: Entropy },
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
      pauses: pausesOver(db),
      decisions: decisionsOver(db, clock),
      ledger: ledgerOver(db, clock),
      sessions: sessionsOver(db),
    }),
  }
}
