import { listActions } from '#core/api/operator/actions.ts'
import { readGameFigures } from '#core/api/operator/games.ts'
import * as house from '#core/api/operator/house.ts'
import { readOverview } from '#core/api/operator/overview.ts'
import * as paused from '#core/api/operator/pauses.ts'
import { readSeries } from '#core/api/operator/series.ts'
import { changeSettings, readSettings } from '#core/api/site.ts'
import type { FairnessModule } from '../betting/fairness/fairness.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import type { OperatorActions } from './operator-actions.service.ts'
import { createServeList, parseNumber } from './operator-list.ts'
import type { OperatorLog } from './operator-log.service.ts'
import type { OperatorViews } from './operator-views.service.ts'
import { by } from './require-operator.ts'

/** Mounts the state of the house: figures, ledger, settings and pauses. */
export function mountHouse(
  serve: Serve,
  {
    actions,
    anchors,
    fairness,
    log,
    pauses,
    site,
    views,
  }: {
    actions: OperatorActions
    anchors: Pick<AnchorsService, 'list'>
    fairness: FairnessModule['service']
    log: Pick<OperatorLog, 'page'>
    pauses: PausesService
    site: SiteModule['service']
    views: OperatorViews
  },
): void {
  const { audits, overview, returns, samples } = views
  const serveList = createServeList(serve)

  serve(readOverview, () => overview.read())
  serve(readGameFigures, returns)
  serveList(readSeries, 'samples', {
    page: ({ hours = '6' }) => samples.lastHours(Number(hours)),
    isWhole: true,
  })
  serveList(listActions, 'actions', { page: log.page })
  serveList(house.listAnchors, 'anchors', {
    page: ({ before }, limit) =>
      anchors.list({ before: parseNumber(before), limit }),
  })
  serve(house.readLedgerAudit, async () => ({
    audit: (await audits.last()) ?? null,
  }))
  serve(house.auditLedger, () => audits.run())
  serve(house.topUp, async (call) => {
    await actions.topUp(by(call), call.body.coins)
    return overview.bankroll()
  })
  serve(house.settleRestore, (call) =>
    actions.settleRestore(by(call), fairness),
  )
  serve(readSettings, () => ({ settings: site.settings() }))
  serve(changeSettings, async (call) => {
    await actions.changeSite(by(call), site, call.body)
    return { settings: site.settings() }
  })
  const currentPauses = async () => {
    await pauses.follow()
    return { paused: pauses.current() }
  }
  serve(paused.listPauses, () => ({ paused: pauses.current() }))
  serve(paused.pause, async (call) => {
    const { gameType, notice } = call.body
    await actions.pause(by(call), gameType, notice)
    return currentPauses()
  })
  serve(paused.endPause, async (call) => {
    await actions.resume(by(call), call.body.gameType)
    return currentPauses()
  })
}
