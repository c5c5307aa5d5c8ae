import type { Response } from 'express'
import { listActions } from '#core/api/operator/actions.ts'
import * as chainApi from '#core/api/operator/chain.ts'
import * as depositsApi from '#core/api/operator/deposits.ts'
import { readGameFigures } from '#core/api/operator/games.ts'
import * as houseApi from '#core/api/operator/house.ts'
import { readOverview } from '#core/api/operator/overview.ts'
import * as pausesApi from '#core/api/operator/pauses.ts'
import * as playersApi from '#core/api/operator/players.ts'
import { listOperatorRaces } from '#core/api/operator/races.ts'
import { readSeries } from '#core/api/operator/series.ts'
import * as sportsApi from '#core/api/operator/sports.ts'
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
  serveList(serve, houseApi.listAnchors, {
    rows: 'anchors',
    page: ({ before }, limit) =>
      anchors.list({ before: numberIn(before), limit }),
  })
  serve(houseApi.readLedgerAudit, async () => ({
    audit: (await audits.last()) ?? null,
  }))
  serve(houseApi.auditLedger, () => audits.run())
  serve(houseApi.topUp, async ({ body: { coins, reason }, res }) => {
    await actions.topUp(by(res, reason), coins)
    return overview.bankroll()
  })
  serve(houseApi.settleRestore, ({ body, res }) =>
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
  serve(pausesApi.listPauses, () => ({ paused: pauses.current() }))
  serve(
    pausesApi.pause,
    async ({ body: { gameType, notice, reason }, res }) => {
      await actions.pause(by(res, reason), gameType, notice)
      return currentPauses()
    },
  )
  serve(pausesApi.endPause, async ({ body: { gameType, reason }, res }) => {
    await actions.resume(by(res, reason), gameType)
    return currentPauses()
  })
}

function mountPlayers(serve: Serve, services: OperatorServices): void {
  const { accounts, actions, history, limits, sessions, wallets } = services

  serveList(serve, playersApi.listPlayers, {
    rows: 'players',
    page: async (query, limit) =>
      withBetTotals(await accounts.page(query, limit), services),
  })
  serve(playersApi.readPlayer, async ({ params: { id } }) => {
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
  serve(playersApi.listPlayerTransactions, async ({ params, query }) => {
    const { id } = await findPlayer(params.id, services)
    return query.format === 'csv'
      ? historyFile(history.all(id, {}))
      : history.page(id, { before: query.before })
  })
  serve(playersApi.freezePlayer, async ({ body, params: { id }, res }) => {
    await actions.freeze(by(res, body.reason), id)
    return findPlayer(id, services)
  })
  serve(playersApi.unfreezePlayer, async ({ body, params: { id }, res }) => {
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
  serve(sportsApi.readSportsFeed, () => sports.feedState())
  serveList(serve, sportsApi.listSportsGames, {
    rows: 'games',
    page: sports.games,
  })
  serveList(serve, sportsApi.listGameBets, {
    rows: 'bets',
    page: (query, limit, { params }) => sports.bets(params.id, query, limit),
  })
  serve(sportsApi.voidGame, async ({ body, params, res }) =>
    shownGame(await actions.voidGame(by(res, body.reason), params.id)),
  )
  serve(
    sportsApi.correctScore,
    async ({ body: { reason, ...score }, params, res }) =>
      shownGame(await actions.correctScore(by(res, reason), params.id, score)),
  )
}

function mountPayments(serve: Serve, services: OperatorServices): void {
  const { deposits, operatorDeposits, operatorSweeps, outboxPage } = services
  serveList(serve, depositsApi.listDeposits, {
    rows: 'deposits',
    page: deposits.page,
  })
  serveList(serve, depositsApi.listUnattributed, {
    rows: 'deposits',
    page: deposits.unattributed,
    others: async () => ({ gaps: await deposits.gaps() }),
  })
  serve(depositsApi.readDeposit, ({ params }) =>
    operatorDeposits.details(params.id),
  )
  serve(depositsApi.recheckDeposit, ({ body, params, res }) =>
    operatorDeposits.recheck(by(res, body.reason), params.id),
  )
  serve(
    depositsApi.decideDeposit,
    ({ body: { decision, reason }, params, res }) =>
      operatorDeposits.decide(by(res, reason), params.id, decision),
  )
  serveList(serve, chainApi.listOutbox, {
    rows: 'transactions',
    page: outboxPage,
  })
  serveList(serve, chainApi.listSweeps, {
    rows: 'sweeps',
    page: operatorSweeps.page,
  })
  serve(chainApi.readSweep, ({ params }) =>
    operatorSweeps.details(Number(params.id)),
  )
  serve(chainApi.planSweep, ({ body }) => operatorSweeps.plan(body))
  serve(chainApi.startSweep, ({ body: { reason, ...request }, res }) =>
    operatorSweeps.start(by(res, reason), request),
  )
}

function by(res: Response, reason: string): Attribution {
  return { actor: operatorOf(res), reason }
}

async function findPlayer(
  id: string,
  services: OperatorServices,
): Promise<playersApi.OperatorPlayer> {
  const account = await services.accounts.find(id)
  const [player] = await withBetTotals(account ? [account] : [], services)
  if (!player) throw new Refusal('player_unknown')
  return player
}

async function withBetTotals(
  accounts: readonly playersApi.OperatorAccount[],
  { history }: OperatorServices,
): Promise<playersApi.OperatorPlayer[]> {
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
