import { desc } from 'drizzle-orm'
import type {
  GasState,
  OperatorOutboxTransaction,
  OutboxQuery,
} from '#core/api/operator/chain.ts'
import type {
  OperatorBankroll,
  OperatorLedgerAudit,
} from '#core/api/operator/house.ts'
import type { OperatorOverview } from '#core/api/operator/overview.ts'
import { formatUnits } from '#core/deposits/deposit-coins.ts'
import { DAY_MS } from '#core/durations.ts'
import { createGameTotalsService } from '../betting/game-totals.service.ts'
import type { PausesService } from '../betting/pauses/pauses.service.ts'
import { createRaceList } from '../betting/races/race-list.service.ts'
import { createSportsList } from '../betting/sports/sports-list.service.ts'
import type { AnchorsService } from '../ledger/anchors/anchors.ts'
import {
  houseRefills,
  reservedPayouts,
} from '../ledger/house-accounts.service.ts'
import { freeBankroll, type LedgerService } from '../ledger/ledger.service.ts'
import { auditLedger } from '../ledger/ledger-audit.service.ts'
import type { DepositSite } from '../payments/deposit-chain.ts'
import { createDepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { GasLevel } from '../platform/chain/outbox/gas-level.ts'
import {
  createOutboxStore,
  type OutboxStore,
} from '../platform/chain/outbox/outbox.store.ts'
import type { Platform } from '../platform/platform.ts'
import { gameReturns } from './game-returns.service.ts'
import { createHouseSamples } from './house-samples.service.ts'
import { listAlarms } from './operator-alarms.ts'
import { parseNumber } from './operator-list.ts'
import { ledgerAudits } from './operators.table.ts'
import { readReports, worstJobs } from './process-reports.service.ts'

export type OperatorViews = ReturnType<typeof createOperatorViews>

/**
 * Creates the reads of operators. Commands request no nodes: no `chain`, no `gas`.
 */
export function createOperatorViews(
  { clock, db, jobHealth }: Pick<Platform, 'clock' | 'db' | 'jobHealth'>,
  {
    anchors,
    chain,
    gas,
    instanceId,
    ledger,
    pauses,
  }: {
    anchors: Pick<AnchorsService, 'list' | 'state'>
    chain?: Pick<DepositSite, 'chainId' | 'treasury'> | undefined
    gas?: GasLevel | undefined
    /** Undefined where no chain is connected. */
    instanceId: number | undefined
    ledger: Pick<LedgerService, 'totals'>
    pauses: Pick<PausesService, 'current' | 'isRestored'>
  },
) {
  const outbox =
    instanceId === undefined ? undefined : createOutboxStore(db, instanceId)
  const deposits = createDepositListService({ clock, db, instanceId })
  const races = createRaceList(db)
  const totals = createGameTotalsService(db)
  const samples = createHouseSamples({ clock, db }, ledger)
  const sports = createSportsList(db, clock)

  const audits = {
    async run(): Promise<OperatorLedgerAudit> {
      const at = clock()
      const violated = (await auditLedger(db))
        .filter(({ violations }) => violations > 0)
        .map(({ name, violations }) => ({ name, violations }))
      await db.insert(ledgerAudits).values({ at, violated })
      return { at: at.toISOString(), findings: violated }
    },

    async last(): Promise<OperatorLedgerAudit | undefined> {
      const [row] = await db
        .select()
        .from(ledgerAudits)
        .orderBy(desc(ledgerAudits.id))
        .limit(1)
      return row && { at: row.at.toISOString(), findings: row.violated }
    },
  }

  const overview = {
    async read(): Promise<OperatorOverview> {
      const at = clock()
      const [sums, reserved, standing, others, audit, { games }, sent] =
        await Promise.all([
          ledger.totals(),
          reservedPayouts(db),
          races.standing(),
          readReports(db),
          audits.last(),
          gameReturns(totals),
          outbox?.countOpen(),
        ])
      const { isOn, reason = null } = await anchors.state()
      const [newest = null] = await anchors.list({ limit: 1 })
      const state = {
        at: at.toISOString(),
        bankroll: toBankroll(sums),
        exposure: {
          rounds: reserved.rounds,
          sports: reserved.later - standing.reserved,
          race: standing.reserved,
        },
        refills: await houseRefills(db, new Date(at.getTime() - DAY_MS)),
        totals: {
          players: sums.totalUsers,
          betsPlaced: sums.totalBetsPlaced,
          amountWagered: sums.totalAmountWagered,
        },
        rates: await samples.rate(sums.totalBetsPlaced),
        sports: await sports.feedState(),
        race: standing.race,
        chain: chain
          ? { chainId: chain.chainId, treasury: chain.treasury ?? null }
          : null,
        deposits: await deposits.state(),
        outbox: sent
          ? {
              waiting: sent.waiting,
              oldestWaitingAt: sent.oldestAt?.toISOString() ?? null,
              failed: sent.failed,
              gas: gas ? shownGas(gas) : null,
            }
          : null,
        anchors: { isOn, reason, newest },
        paused: pauses.current(),
        jobs: worstJobs([{ jobs: [...jobHealth.values()] }, ...others]),
      }
      const alarms = listAlarms({
        ...state,
        incredible: games
          .filter(({ expected }) => expected?.isCredible === false)
          .map(({ gameType }) => gameType),
        isRestored: pauses.isRestored,
        audit,
        nodes: others.map(({ nodes }) => nodes),
        indexerLags: others.flatMap(({ indexerLag }) => indexerLag ?? []),
      })
      return { ...state, alarms }
    },

    async bankroll(): Promise<OperatorBankroll> {
      return toBankroll(await ledger.totals())
    },
  }
  return {
    audits,
    deposits,
    async outboxPage({ before, status }: OutboxQuery, limit: number) {
      const query = { before: parseNumber(before), limit, status }
      return ((await outbox?.page(query)) ?? []).map(shownSent)
    },
    overview,
    races,
    returns: () => gameReturns(totals),
    samples,
    sports,
  }
}

function toBankroll(
  totals: Record<'house' | 'jackpot' | 'reserved', number>,
): OperatorBankroll {
  const { house, jackpot, reserved } = totals
  return { house, held: reserved, free: freeBankroll(totals), jackpot }
}

function shownGas(gas: GasLevel): GasState {
  const { address } = gas
  const seen = gas.seen()
  return {
    address,
    balance: seen ? formatUnits(seen.balanceWei) : null,
    lowMark: seen ? formatUnits(seen.lowMarkWei) : null,
    isLow: seen !== undefined && seen.balanceWei < seen.lowMarkWei,
    seenAt: seen?.at.toISOString() ?? null,
  }
}

function shownSent(
  row: Awaited<ReturnType<OutboxStore['page']>>[number],
): OperatorOutboxTransaction {
  return {
    id: row.id,
    purpose: row.purpose,
    status: row.status,
    problem: row.problem,
    to: row.to,
    value: formatUnits(row.value),
    nonce: row.nonce,
    blockNumber: row.blockNumber === null ? null : Number(row.blockNumber),
    hashes: row.hashes,
    createdAt: row.createdAt.toISOString(),
    changedAt: row.changedAt.toISOString(),
  }
}
