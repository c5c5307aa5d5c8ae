import type { Response } from 'express'
import { listActions } from '#core/api/operator/actions.ts'
import {
  listOutbox,
  listSweeps,
  planSweep,
  readSweep,
  startSweep,
} from '#core/api/operator/chain.ts'
import {
  decideDeposit,
  listDeposits,
  listUnattributed,
  readDeposit,
  recheckDeposit,
} from '#core/api/operator/deposits.ts'
import { readGameFigures } from '#core/api/operator/games.ts'
import {
  auditLedger,
  listAnchors,
  readLedgerAudit,
  settleRestore,
  topUp,
} from '#core/api/operator/house.ts'
import { readOverview } from '#core/api/operator/overview.ts'
import { endPause, listPauses, pause } from '#core/api/operator/pauses.ts'
import {
  freezePlayer,
  listPlayers,
  listPlayerTransactions,
  type OperatorAccount,
  type OperatorPlayer,
  readPlayer,
  unfreezePlayer,
} from '#core/api/operator/players.ts'
import { listOperatorRaces } from '#core/api/operator/races.ts'
import { readSeries } from '#core/api/operator/series.ts'
import {
  correctScore,
  listGameBets,
  listSportsGames,
  readSportsFeed,
  voidGame,
} from '#core/api/operator/sports.ts'
import { changeSettings, readSettings } from '#core/api/site.ts'
import { Refusal } from '#core/refusals.ts'
import { historyFile } from '../ledger/history/history.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import { numberIn, serveList } from './operator-list.ts'
import type { Attribution } from './operator-log.service.ts'
import {
  type OperatorNeeds,
  type OperatorServices,
  openOperatorServices,
} from './operator-services.ts'
import { openProcessReports } from './process-reports.service.ts'
import { operatorGuards, operatorOf } from './require-operator.ts'

const GAS_EVERY_MS = 60_000
/** Several times a minute, so that a slow run misses none. */
const SAMPLE_EVERY_MS = 10_000

/** Opens the endpoints, guards and jobs of operators. */
export function openOperators(platform: Platform, needs: OperatorNeeds) {
  const services = openOperatorServices(platform, needs)
  const { accounts, actions, gas, samples, tokens } = services
  return {
    actions,
    samples,
    guards: {
      requireOperator: operatorGuards({
        accounts,
        tokens,
        requirePlayer: needs.sessions.guards.requirePlayer,
      }),
    },
    jobs: [
      { name: 'house_samples', everyMs: SAMPLE_EVERY_MS, run: samples.take },
      openProcessReports(
        platform,
        needs.chain?.chain,
        needs.deposits.indexerHead,
      ),
      ...(gas
        ? [{ name: 'gas_level', everyMs: GAS_EVERY_MS, run: gas.refresh }]
        : []),
    ] satisfies Job[],
    mount(serve: Serve) {
      mountHouse(serve, services)
      mountPlayers(serve, services)
      mountBets(serve, services)
      mountPayments(serve, services)
    },
  }
}

function mountHouse(serve: Serve, services: OperatorServices): void {
  const { actions, anchors, audits, fairness, log, overview } = services
  const { pauses, returns, samples, site } = services

  serve(readOverview, () => overview.read())
  serve(readGameFigures, returns)
  serveList(serve, readSeries, {
    rows: 'samples',
    page: ({ hours = '6' }) => samples.lastHours(Number(hours)),
    isWhole: true,
    cursor: 'at',
  })
  serveList(serve, listActions, { rows: 'actions', page: log.page })
  serveList(serve, listAnchors, {
    rows: 'anchors',
    page: ({ before }, limit) =>
      anchors.list({ before: numberIn(before), limit }),
  })
  serve(readLedgerAudit, async () => ({ audit: (await audits.last()) ?? null }))
  serve(auditLedger, () => audits.run())
  serve(topUp, async ({ body: { coins, reason }, res }) => {
    await actions.topUp(by(res, reason), coins)
    return overview.bankroll()
  })
  serve(settleRestore, ({ body, res }) =>
    actions.settleRestore(by(res, body.reason), fairness),
  )
  serve(readSettings, () => ({ settings: site.settings() }))
  serve(changeSettings, async ({ body: { reason, ...texts }, res }) => {
    await actions.changeSite(by(res, reason), site, texts)
    return { settings: site.settings() }
  })
  const currentPauses = async () => {
    await pauses.follow()
    return { paused: pauses.current() }
  }
  serve(listPauses, () => ({ paused: pauses.current() }))
  serve(pause, async ({ body: { gameType, notice, reason }, res }) => {
    await actions.pause(by(res, reason), gameType, notice)
    return currentPauses()
  })
  serve(endPause, async ({ body: { gameType, reason }, res }) => {
    await actions.resume(by(res, reason), gameType)
    return currentPauses()
  })
}

function mountPlayers(serve: Serve, services: OperatorServices): void {
  const { accounts, actions, history, limits, sessions, wallets } = services

  serveList(serve, listPlayers, {
    rows: 'players',
    page: async (query, limit) =>
      withBetTotals(await accounts.page(query, limit), services),
  })
  serve(readPlayer, async ({ params: { id } }) => {
    const player = await findPlayer(id, services)
    const [limitsOf, wallet, signedIn] = await Promise.all([
      limits.of(id),
      wallets.addressOf(id),
      sessions.listOf(id),
    ])
    return {
      player,
      wallet: wallet ?? null,
      limits: limitsOf,
      sessions: signedIn.map(({ expires, signedIn: at }) => ({
        signedInAt: at.toISOString(),
        expiresAt: expires.toISOString(),
      })),
    }
  })
  serve(listPlayerTransactions, async ({ params, query }) => {
    const { id } = await findPlayer(params.id, services)
    return query.format === 'csv'
      ? historyFile(history.all(id, {}))
      : history.page(id, { before: query.before })
  })
  serve(freezePlayer, async ({ body, params: { id }, res }) => {
    await actions.freeze(by(res, body.reason), id)
    return findPlayer(id, services)
  })
  serve(unfreezePlayer, async ({ body, params: { id }, res }) => {
    await actions.unfreeze(by(res, body.reason), id)
    return findPlayer(id, services)
  })
}

function mountBets(
  serve: Serve,
  { actions, races, sports }: OperatorServices,
): void {
  serveList(serve, listOperatorRaces, {
    rows: 'races',
    page: races.page,
    cursor: 'number',
  })
  serve(readSportsFeed, () => sports.feedState())
  serveList(serve, listSportsGames, { rows: 'games', page: sports.games })
  serveList(serve, listGameBets, {
    rows: 'bets',
    page: (query, limit, { params }) => sports.bets(params.id, query, limit),
  })
  serve(voidGame, async ({ body, params, res }) =>
    shownGame(await actions.voidGame(by(res, body.reason), params.id)),
  )
  serve(correctScore, async ({ body: { reason, ...score }, params, res }) =>
    shownGame(await actions.correctScore(by(res, reason), params.id, score)),
  )
}

function mountPayments(serve: Serve, services: OperatorServices): void {
  const { deposits, operatorDeposits, operatorSweeps, outboxPage } = services
  serveList(serve, listDeposits, { rows: 'deposits', page: deposits.page })
  serveList(serve, listUnattributed, {
    rows: 'deposits',
    page: deposits.unattributed,
    others: async () => ({ gaps: await deposits.gaps() }),
  })
  serve(readDeposit, ({ params }) => operatorDeposits.details(params.id))
  serve(recheckDeposit, ({ body, params, res }) =>
    operatorDeposits.recheck(by(res, body.reason), params.id),
  )
  serve(decideDeposit, ({ body: { decision, reason }, params, res }) =>
    operatorDeposits.decide(by(res, reason), params.id, decision),
  )
  serveList(serve, listOutbox, { rows: 'transactions', page: outboxPage })
  serveList(serve, listSweeps, { rows: 'sweeps', page: operatorSweeps.page })
  serve(readSweep, ({ params }) => operatorSweeps.details(Number(params.id)))
  serve(planSweep, ({ body }) => operatorSweeps.plan(body))
  serve(startSweep, ({ body: { reason, ...request }, res }) =>
    operatorSweeps.start(by(res, reason), request),
  )
}

function by(res: Response, reason: string): Attribution {
  return { actor: operatorOf(res), reason }
}

async function findPlayer(
  id: string,
  services: OperatorServices,
): Promise<OperatorPlayer> {
  const account = await services.accounts.find(id)
  const [player] = await withBetTotals(account ? [account] : [], services)
  if (!player) throw new Refusal('player_unknown')
  return player
}

async function withBetTotals(
  accounts: readonly OperatorAccount[],
  { history }: OperatorServices,
): Promise<OperatorPlayer[]> {
  const totals = await history.betTotalsOf(accounts.map(({ id }) => id))
  return accounts.flatMap((account) => {
    const bets = totals.get(account.id)
    return bets ? [{ ...account, ...bets }] : []
  })
}

function shownGame({
  awayScore,
  awayTeam,
  homeScore,
  homeTeam,
  id,
  status,
}: Awaited<ReturnType<OperatorServices['actions']['voidGame']>>) {
  return { id, homeTeam, awayTeam, status, homeScore, awayScore }
}
