import { Router } from 'express'
import { DomainError } from '#core/errors.ts'
import { operatorPageQuery } from '#core/schemas/operator/paging.ts'
import {
  type OperatorAccount,
  type OperatorPlayer,
  operatorPlayer,
  playerParams,
  playersQuery,
} from '#core/schemas/operator/players.ts'
import { reasonRequest } from '#core/schemas/operator/reason.ts'
import { parseRequest } from '../../platform/http/parse-request.ts'
import { sendFile } from '../../platform/http/send-file.ts'
import type { Logger } from '../../platform/logger.ts'
import type { AccountsService } from '../auth/accounts.service.ts'
import type { PlayerHistoryService } from '../history/player-history.service.ts'
import { transactionsCsv } from '../history/transactions-csv.service.ts'
import type { HistoryService } from '../ledger/history.service.ts'
import type { LimitsService } from '../limits/limits.service.ts'
import type { SessionsService } from '../sessions/sessions.service.ts'
import type { OperatorActionsService } from './operator-actions.service.ts'
import { serveList } from './operator-list.ts'
import { type Allow, operatorOf } from './require-operator.ts'

type PlayersDeps = {
  allow: Allow
  accounts: AccountsService
  actions: OperatorActionsService
  history: Pick<PlayerHistoryService, 'all' | 'page'>
  limits: Pick<LimitsService, 'of'>
  betTotals: Pick<HistoryService, 'betTotalsOf'>
  sessions: Pick<SessionsService, 'listOf'>
  log: Logger
}

/** Players, one by one. */
export function playersRoutes(deps: PlayersDeps): Router {
  const router = Router()
  read(router, deps)
  act(router, deps)
  return router
}

function read(router: Router, deps: PlayersDeps): void {
  const { allow, accounts, history, limits, log, betTotals, sessions } = deps

  serveList(router, deps, {
    path: 'players',
    name: 'players',
    query: playersQuery,
    row: operatorPlayer,
    page: async (query, { limit }) =>
      withBetTotals(await accounts.page(query, limit), betTotals),
    cursor: 'id',
  })

  router.get('/operator/players/:id', allow('read'), async (req, res) => {
    const player = await found(deps, req.params)
    const [limitsOf, signedInOn] = await Promise.all([
      limits.of(player.id),
      sessions.listOf(player.id),
    ])
    res.json({
      player,
      limits: limitsOf,
      sessions: signedInOn.map(({ signedIn, expires }) => ({
        signedInAt: signedIn.toISOString(),
        expiresAt: expires.toISOString(),
      })),
    })
  })

  router.get(
    '/operator/players/:id/transactions',
    allow('read'),
    async (req, res) => {
      const { before, format } = parseRequest(operatorPageQuery, req.query)
      const { id } = await found(deps, req.params)
      if (format === 'csv') {
        const pieces = transactionsCsv(history.all(id, {}))
        const type = 'text/csv; charset=utf-8'
        await sendFile(res, { name: 'history.csv', type, pieces }, log)
      } else res.json(await history.page(id, { before }))
    },
  )
}

function act(router: Router, deps: PlayersDeps): void {
  const { allow, actions } = deps

  for (const action of ['freeze', 'unfreeze'] as const) {
    router.post(
      `/operator/players/:id/${action}`,
      allow('players'),
      async (req, res) => {
        const { id } = parseRequest(playerParams, req.params)
        const { reason } = parseRequest(reasonRequest, req.body)
        await actions[action]({ actor: operatorOf(res), reason }, id)
        res.json(await found(deps, { id }))
      },
    )
  }
}

async function found(
  { accounts, betTotals }: Pick<PlayersDeps, 'accounts' | 'betTotals'>,
  params: unknown,
): Promise<OperatorPlayer> {
  const { id } = parseRequest(playerParams, params)
  const account = await accounts.find(id)
  const [player] = await withBetTotals(account ? [account] : [], betTotals)
  if (!player) throw new DomainError('not_found', 'There is no such player.')
  return player
}

async function withBetTotals(
  accounts: readonly OperatorAccount[],
  history: PlayersDeps['betTotals'],
): Promise<OperatorPlayer[]> {
  const totals = await history.betTotalsOf(accounts.map(({ id }) => id))
  return accounts.flatMap((account) => {
    const bets = totals.get(account.id)
    return bets ? [{ ...account, ...bets }] : []
  })
}
