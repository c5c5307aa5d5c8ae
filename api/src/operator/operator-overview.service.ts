import type { GasState } from '#core/api/operator/chain.ts'
import type { OperatorBankroll } from '#core/api/operator/house.ts'
import type {
  OperatorOutboxState,
  OperatorOverview,
} from '#core/api/operator/overview.ts'
import { unitsOf } from '#core/deposits/deposit-coins.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import type { RaceListService } from '../betting/races/race-list.service.ts'
import type { SportsListService } from '../betting/sports/sports-list.service.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.service.ts'
import {
  houseRefills,
  reservedPayouts,
} from '../ledger/house-accounts.service.ts'
import { freeBankroll, type LedgerService } from '../ledger/ledger.service.ts'
import type { DepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { DepositChain } from '../platform/chain/deposit-chain.ts'
import type { GasLevel } from '../platform/chain/outbox/gas-level.ts'
import type { OutboxStore } from '../platform/chain/outbox/outbox.store.ts'
import type { Clock } from '../platform/clock.ts'
import type { Database } from '../platform/db/database.ts'
import type { GameReturnsService } from './game-returns.service.ts'
import type { HouseSamplesService } from './house-samples.service.ts'
import type { LedgerAuditsService } from './ledger-audits.service.ts'
import { alarmsOf } from './operator-alarms.ts'
import {
  type JobMetrics,
  jobHealth,
  reportsIn,
  worstJobs,
} from './process-reports.service.ts'

const DAY_MS = 24 * 60 * 60_000

export type OverviewDeps = {
  db: Database
  ledger: Pick<LedgerService, 'totals'>
  anchors: Pick<AnchorsService, 'list' | 'state'>
  audits: Pick<LedgerAuditsService, 'last'>
  deposits: Pick<DepositListService, 'state'>
  /** Undefined where no chain is connected, as is the outbox. */
  chain: Pick<DepositChain, 'chainId' | 'treasury'> | undefined
  outbox: Pick<OutboxStore, 'standing'> | undefined
  /** Undefined without an operator account on the chain. */
  gas: GasLevel | undefined
  pauses: Pick<PausesService, 'current' | 'isRestored'>
  races: Pick<RaceListService, 'standing'>
  returns: GameReturnsService
  samples: Pick<HouseSamplesService, 'rate'>
  sports: Pick<SportsListService, 'feedState'>
  metrics: JobMetrics
  clock: Clock
}

export type OperatorOverviewService = ReturnType<typeof openOperatorOverview>

/** Reads the current state from sums and short ranges alone. */
export function openOperatorOverview(deps: OverviewDeps) {
  const { anchors, chain, clock, db, gas, ledger, outbox, pauses } = deps

  /** Reads the coins of the house, and its bets. */
  async function readHouse(at: Date) {
    const dayAgo = new Date(at.getTime() - DAY_MS)
    const [totals, reserved, refills, races, sports] = await Promise.all([
      ledger.totals(),
      reservedPayouts(db),
      houseRefills(db, dayAgo),
      deps.races.standing(),
      deps.sports.feedState(),
    ])
    const { totalBetsPlaced: betsPlaced } = totals
    return {
      bankroll: bankrollOf(totals),
      exposure: {
        rounds: reserved.rounds,
        sports: reserved.later - races.reserved,
        race: races.reserved,
      },
      refills,
      totals: {
        players: totals.totalUsers,
        betsPlaced,
        amountWagered: totals.totalAmountWagered,
      },
      rates: await deps.samples.rate(betsPlaced),
      sports,
      race: races.race,
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

  return {
    async read(): Promise<OperatorOverview> {
      const at = clock()
      const [house, newest, sent, deposits, jobs, others, audit, { games }] =
        await Promise.all([
          readHouse(at),
          readAnchors(),
          readOutbox(),
          deps.deposits.state(),
          jobHealth(deps.metrics),
          reportsIn(db),
          deps.audits.last(),
          deps.returns.figures(),
        ])
      const overview = {
        at: at.toISOString(),
        ...house,
        chain: chain
          ? { chainId: chain.chainId, treasury: chain.treasury ?? null }
          : null,
        deposits,
        outbox: sent,
        anchors: newest,
        paused: pauses.current(),
        jobs: worstJobs([{ jobs }, ...others]),
      }
      const alarms = alarmsOf({
        ...overview,
        incredible: games
          .filter(({ expected }) => expected?.isCredible === false)
          .map(({ gameType }) => gameType),
        isRestored: pauses.isRestored,
        audit,
        nodes: others.flatMap(({ nodes }) => nodes),
        indexerLags: others.flatMap(({ indexerLag }) => indexerLag ?? []),
      })
      return { ...overview, alarms }
    },

    async bankroll(): Promise<OperatorBankroll> {
      return bankrollOf(await ledger.totals())
    },
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
