import * as chain from '#core/api/operator/chain.ts'
import * as api from '#core/api/operator/deposits.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { OperatorDepositsService } from './operator-deposits.service.ts'
import { createServeList } from './operator-list.ts'
import type { OperatorSweepsService } from './operator-sweeps.service.ts'
import type { OperatorViews } from './operator-views.service.ts'
import { by } from './require-operator.ts'

/** Mounts deposits, sweeps and the operator account's transactions. */
export function mountPayments(
  serve: Serve,
  {
    deposits,
    sweeps,
    views,
  }: {
    deposits: OperatorDepositsService
    sweeps: OperatorSweepsService
    views: OperatorViews
  },
): void {
  const serveList = createServeList(serve)

  serveList(api.listDeposits, 'deposits', {
    page: views.deposits.page,
  })
  serveList(api.listUnattributed, 'deposits', {
    page: views.deposits.unattributed,
    others: async () => ({ gaps: await views.deposits.gaps() }),
  })
  serve(api.readDeposit, ({ params }) => deposits.details(params.id))
  serve(api.recheckDeposit, (call) =>
    deposits.recheck(by(call), call.params.id),
  )
  serve(api.decideDeposit, (call) =>
    deposits.decide(by(call), call.params.id, call.body.decision),
  )
  serveList(chain.listOutbox, 'transactions', { page: views.outboxPage })
  serveList(chain.listSweeps, 'sweeps', { page: sweeps.page })
  serve(chain.readSweep, ({ params }) => sweeps.details(Number(params.id)))
  serve(chain.planSweep, ({ body }) => sweeps.plan(body))
  serve(chain.startSweep, (call) => sweeps.start(by(call), call.body))
}
