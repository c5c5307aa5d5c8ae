import type { GasState } from '#core/api/operator/chain.ts'
import type { OperatorBankroll } from '#core/api/operator/house.ts'
import type {
  OperatorOutboxState,
  OperatorOverview,
} from '#core/api/operator/overview.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import { currentGames } from '#core/games/registry.ts'
import { openGameTotals } from '../betting/game-totals.service.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import { openRaceList } from '../betting/races/race-list.service.ts'
import { openSportsList } from '../betting/sports/sports-list.service.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.service.ts'
import {
  houseRefills,
  reservedPayouts,
} from '../ledger/house-accounts.service.ts'
import { freeBankroll, type LedgerService } from '../ledger/ledger.service.ts'
import { openDepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { DepositChain } from '../platform/chain/deposit-chain.ts'
import type { GasLevel } from '../platform/chain/outbox/gas-level.ts'
import { openOutboxStore } from '../platform/chain/outbox/outbox.store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import { openGameReturns } from './game-returns.service.ts'
import { openHouseSamples } from './house-samples.service.ts'
import { openLedgerAudits } from './ledger-audits.service.ts'
import { alarmsOf } from './operator-alarms.ts'
import { openOutboxList } from './outbox-list.service.ts'
import {
  type JobMetrics,
  jobHealth,
  reportsIn,
  worstJobs,
} from './process-reports.service.ts'

const DAY_MS = 24 * 60 * 60_000

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
}: {
  anchors: Pick<AnchorsService, 'list' | 'state'>
  chain?: Pick<DepositChain, 'chainId' | 'treasury'> | undefined
  clock: Clock
  db: Database
  /** Undefined without an operator account on the chain. */
  gas?: GasLevel | undefined
  /** Undefined where no chain is connected. */
  instanceId: number | undefined
  ledger: Pick<LedgerService, 'totals'>
  metrics: JobMetrics
  pauses: Pick<PausesService, 'current' | 'isRestored'>
}) {
  const outbox =
    instanceId === undefined ? undefined : openOutboxStore(db, instanceId)
  const audits = openLedgerAudits(db, clock)
  const deposits = openDepositListService({ clock, db, instanceId })
  const races = openRaceList(db)
  const returns = openGameReturns(openGameTotals(db), currentGames)
  const samples = openHouseSamples({ db, ledger, clock })
  const sports = openSportsList(db, clock)

  async function readHouse(at: Date) {
    const dayAgo = new Date(at.getTime() - DAY_MS)
    const [totals, reserved, refills, standing, feed] = await Promise.all([
      ledger.totals(),
      reservedPayouts(db),
      houseRefills(db, dayAgo),
      races.standing(),
      sports.feedState(),
    ])
    const { totalBetsPlaced: betsPlaced } = totals
    return {
      bankroll: bankrollOf(totals),
      exposure: {
        rounds: reserved.rounds,
        sports: reserved.later - standing.reserved,
        race: standing.reserved,
      },
      refills,
      totals: {
        players: totals.totalUsers,
        betsPlaced,
        amountWagered: totals.totalAmountWagered,
      },
      rates: await samples.rate(betsPlaced),
      sports: feed,
      race: standing.race,
    }
  }

  async function readAnchors(): Promise<OperatorOverview['anchors']> {
    const [{ isOn, reason = null }, [newest = null]] = await Promise.all([
      anchors.state(),
      anchors.list({ limit: 1 }),
    ])
    return { isOn, reason, newest }
  }

  async function readOutbox(): Promise<OperatorOutboxState | null> {
    if (!outbox) return null
    const { failed, oldestAt, waiting } = await outbox.standing()
    return {
      waiting,
      oldestWaitingAt: oldestAt?.toISOString() ?? null,
      failed,
      gas: gas ? shownGas(gas) : null,
    }
  }

  const overview = {
    async read(): Promise<OperatorOverview> {
      const at = clock()
      const [house, newest, sent, waiting, jobs, others, audit, { games }] =
        await Promise.all([
          readHouse(at),
          readAnchors(),
          readOutbox(),
          deposits.state(),
          jobHealth(metrics),
          reportsIn(db),
          audits.last(),
          returns.figures(),
        ])
      const state = {
        at: at.toISOString(),
        ...house,
        chain: chain
          ? { chainId: chain.chainId, treasury: chain.treasury ?? null }
          : null,
        deposits: waiting,
        outbox: sent,
        anchors: newest,
        paused: pauses.current(),
        jobs: worstJobs([{ jobs }, ...others]),
      }
      const alarms = alarmsOf({
        ...state,
        incredible: games
          .filter(({ expected }) => expected?.isCredible === false)
          .map(({ gameType }) => gameType),
        isRestored: pauses.isRestored,
        audit,
        nodes: others.flatMap(({ nodes }) => nodes),
        indexerLags: others.flatMap(({ indexerLag }) => indexerLag ?? []),
      })
      return { ...state, alarms }
    },

    async bankroll(): Promise<OperatorBankroll> {
      return bankrollOf(await ledger.totals())
    },
  }
  return {
    audits,
    deposits,
    outboxList: openOutboxList(outbox),
    overview,
    races,
    returns,
    samples,
    sports,
  }
}

function bankrollOf({
  house,
  held,
  jackpot,
}: Omit<OperatorBankroll, 'free'>): OperatorBankroll {
  return { house, held, free: freeBankroll({ house, held }), jackpot }
}

function shownGas(gas: GasLevel): GasState {
  const { address } = gas
  const seen = gas.seen()
  return {
    address,
    balance: seen ? unitsOf(seen.balanceWei) : null,
    lowMark: seen ? unitsOf(seen.lowMarkWei) : null,
    isLow: seen !== undefined && seen.balanceWei < seen.lowMarkWei,
    seenAt: seen?.at.toISOString() ?? null,
  }
}
