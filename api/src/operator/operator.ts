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
import type { FairnessModule } from '../betting/fairness/fairness.ts'
import type { PausesModule } from '../betting/pauses/pauses.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.ts'
import type { HistoryModule } from '../ledger/history/history.ts'
import { historyFile } from '../ledger/history/history.ts'
import type { LedgerModule } from '../ledger/ledger.ts'
import type { DepositChain } from '../payments/deposit-chain.ts'
import type { DepositsModule } from '../payments/deposits/deposits.ts'
import type { SweepModule } from '../payments/sweep/sweep.ts'
import type { WalletModule } from '../payments/wallets/wallets.ts'
import { openGasLevel } from '../platform/chain/outbox/gas-level.ts'
import type { Serve } from '../platform/http/serve.ts'
import type { Job } from '../platform/jobs.ts'
import type { Platform } from '../platform/platform.ts'
import type { SocketsModule } from '../platform/ws/sockets.ts'
import { openAccounts } from '../players/auth/managed-accounts.service.ts'
import type { LimitsModule } from '../players/limits/limits.ts'
import type { SessionsModule } from '../players/sessions/sessions.ts'
import type { SiteModule } from '../site/settings/settings.ts'
import {
  type OperatorActions,
  openOperatorActions,
} from './operator-actions.service.ts'
import { openOperatorDeposits } from './operator-deposits.service.ts'
import { numberIn, serveListsOn } from './operator-list.ts'
import type { Attribution } from './operator-log.service.ts'
import { openOperatorLog } from './operator-log.service.ts'
import { openOperatorSweeps } from './operator-sweeps.service.ts'
import { openOperatorTokens } from './operator-tokens.service.ts'
import { openOperatorViews } from './operator-views.service.ts'
import { openProcessReports } from './process-reports.service.ts'
import { operatorGuards, operatorOf } from './require-operator.ts'

const GAS_EVERY_MS = 60_000
/** Several times a minute, so that a slow run misses none. */
const SAMPLE_EVERY_MS = 10_000

type Needs = {
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

export function openOperators(platform: Platform, needs: Needs) {
  const { clock, db } = platform
  const { anchors, chain, deposits, fairness, history, ledger, limits } = needs
  const { pauses, sessions, sockets, sweep, wallet } = needs
  const site = needs.site.service
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
    chain?.account &&
    openGasLevel({ ...platform, chain: chain.chain, account: chain.account })
  const views = openOperatorViews(platform, {
    gas,
    anchors: anchors.service,
    chain: chain?.site,
    instanceId: chain?.instanceId,
    ledger: ledger.service,
    pauses: pauses.service,
  })
  const { audits, outboxPage, overview, races, returns, samples, sports } =
    views
  const operatorDeposits = openOperatorDeposits({
    ...deposits,
    ...logged,
    history: history.service,
    list: views.deposits,
  })
  const operatorSweeps = openOperatorSweeps({
    ...logged,
    sweeps: sweep.service,
    plans: sweep.plans,
    isCarriedOut: sweep.jobs !== undefined,
  })

  async function findPlayer(id: string): Promise<playersApi.OperatorPlayer> {
    const account = await accounts.find(id)
    const [player] = await withBetTotals(account ? [account] : [])
    if (!player) throw new Refusal('player_unknown')
    return player
  }

  async function withBetTotals(found: readonly playersApi.OperatorAccount[]) {
    const totals = await history.service.betTotalsOf(found.map(({ id }) => id))
    return found.flatMap((account) => {
      const bets = totals.get(account.id)
      return bets ? [{ ...account, ...bets }] : []
    })
  }

  return {
    actions,
    samples,
    guards: {
      requireOperator: operatorGuards({
        accounts,
        tokens: openOperatorTokens(platform, log),
        requirePlayer: sessions.guards.requirePlayer,
      }),
    },
    jobs: [
      { name: 'house_samples', everyMs: SAMPLE_EVERY_MS, run: samples.take },
      openProcessReports(platform, chain?.chain, deposits.indexerHead),
      ...(gas
        ? [{ name: 'gas_level', everyMs: GAS_EVERY_MS, run: gas.refresh }]
        : []),
    ] satisfies Job[],
    mount(serve: Serve) {
      const serveList = serveListsOn(serve)

      serve(readOverview, () => overview.read())
      serve(readGameFigures, returns)
      serveList(readSeries, 'samples', {
        page: ({ hours = '6' }) => samples.lastHours(Number(hours)),
        isWhole: true,
      })
      serveList(listActions, 'actions', { page: log.page })
      serveList(houseApi.listAnchors, 'anchors', {
        page: ({ before }, limit) =>
          anchors.service.list({ before: numberIn(before), limit }),
      })
      serve(houseApi.readLedgerAudit, async () => ({
        audit: (await audits.last()) ?? null,
      }))
      serve(houseApi.auditLedger, () => audits.run())
      serve(houseApi.topUp, async (call) => {
        await actions.topUp(by(call), call.body.coins)
        return overview.bankroll()
      })
      serve(houseApi.settleRestore, (call) =>
        actions.settleRestore(by(call), fairness.service),
      )
      serve(readSettings, () => ({ settings: site.settings() }))
      serve(changeSettings, async (call) => {
        await actions.changeSite(by(call), site, call.body)
        return { settings: site.settings() }
      })
      const currentPauses = async () => {
        await pauses.service.follow()
        return { paused: pauses.service.current() }
      }
      serve(pausesApi.listPauses, () => ({ paused: pauses.service.current() }))
      serve(pausesApi.pause, async (call) => {
        const { gameType, notice } = call.body
        await actions.pause(by(call), gameType, notice)
        return currentPauses()
      })
      serve(pausesApi.endPause, async (call) => {
        await actions.resume(by(call), call.body.gameType)
        return currentPauses()
      })

      serveList(playersApi.listPlayers, 'players', {
        page: async (query, limit) =>
          withBetTotals(await accounts.page(query, limit)),
      })
      serve(playersApi.readPlayer, async ({ params: { id } }) => {
        const player = await findPlayer(id)
        const [limitsOf, address, signedIn] = await Promise.all([
          limits.service.of(id),
          wallet.service.addressOf(id),
          sessions.service.listOf(id),
        ])
        return {
          player,
          wallet: address ?? null,
          limits: limitsOf,
          sessions: signedIn.map(({ expires, signedIn: at }) => ({
            signedInAt: at.toISOString(),
            expiresAt: expires.toISOString(),
          })),
        }
      })
      serve(playersApi.listPlayerTransactions, async ({ params, query }) => {
        const { id } = await findPlayer(params.id)
        return query.format === 'csv'
          ? historyFile(history.service.all(id, {}))
          : history.service.page(id, { before: query.before })
      })
      serve(playersApi.freezePlayer, async (call) => {
        await actions.freeze(by(call), call.params.id)
        return findPlayer(call.params.id)
      })
      serve(playersApi.unfreezePlayer, async (call) => {
        await actions.unfreeze(by(call), call.params.id)
        return findPlayer(call.params.id)
      })

      serveList(listOperatorRaces, 'races', {
        page: races.page,
        cursor: 'number',
      })
      serve(sportsApi.readSportsFeed, () => sports.feedState())
      serveList(sportsApi.listSportsGames, 'games', { page: sports.games })
      serveList(sportsApi.listGameBets, 'bets', {
        page: (query, limit, { params }) =>
          sports.bets(params.id, query, limit),
      })
      serve(sportsApi.voidGame, async (call) =>
        shownGame(await actions.voidGame(by(call), call.params.id)),
      )
      serve(sportsApi.correctScore, async (call) => {
        const { body, params } = call
        return shownGame(await actions.correctScore(by(call), params.id, body))
      })

      serveList(depositsApi.listDeposits, 'deposits', {
        page: views.deposits.page,
      })
      serveList(depositsApi.listUnattributed, 'deposits', {
        page: views.deposits.unattributed,
        others: async () => ({ gaps: await views.deposits.gaps() }),
      })
      serve(depositsApi.readDeposit, ({ params }) =>
        operatorDeposits.details(params.id),
      )
      serve(depositsApi.recheckDeposit, (call) =>
        operatorDeposits.recheck(by(call), call.params.id),
      )
      serve(depositsApi.decideDeposit, (call) =>
        operatorDeposits.decide(by(call), call.params.id, call.body.decision),
      )
      serveList(chainApi.listOutbox, 'transactions', { page: outboxPage })
      serveList(chainApi.listSweeps, 'sweeps', { page: operatorSweeps.page })
      serve(chainApi.readSweep, ({ params }) =>
        operatorSweeps.details(Number(params.id)),
      )
      serve(chainApi.planSweep, ({ body }) => operatorSweeps.plan(body))
      serve(chainApi.startSweep, (call) =>
        operatorSweeps.start(by(call), call.body),
      )
    },
  }
}

function by(call: { body: { reason: string }; res: Response }): Attribution {
  return { actor: operatorOf(call.res), reason: call.body.reason }
}

type DecidedGame = Awaited<ReturnType<OperatorActions['voidGame']>>

function shownGame(game: DecidedGame) {
  const { awayScore, awayTeam, homeScore, homeTeam, id, status } = game
  return { id, homeTeam, awayTeam, status, homeScore, awayScore }
}
