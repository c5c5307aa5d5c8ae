import type { Transaction as LedgerTransaction } from '#core/api/history.ts'
import type {
  DepositCheck,
  DepositDecision,
  OperatorDeposit,
  OperatorDepositDetails,
} from '#core/api/operator/deposits.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { Refusal } from '#core/refusals.ts'
import type { HistoryService } from '../ledger/history/history.ts'
import type { DepositRecheck } from '../payments/deposits/deposit-recheck.service.ts'
import type {
  DepositDecisionsService,
  DepositVerdict,
} from '../payments/deposits/operator/deposit-decisions.service.ts'
import type { DepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { Database } from '../platform/db/database.ts'
import type { Attribution, OperatorLog } from './operator-log.service.ts'

type DepositRow = Awaited<ReturnType<DepositListService['find']>>

/** Checks a transaction's payments. @returns the rows that they are now. */
type Recheck = {
  recheck(
    ...asked: Parameters<DepositRecheck['recheck']>
  ): Promise<{ deposits: readonly { id: string }[] }>
}

export type OperatorDepositsService = ReturnType<typeof createOperatorDeposits>

export function createOperatorDeposits({
  db,
  history,
  list,
  log,
  ...chain
}: {
  db: Database
  history: Pick<HistoryService, 'ofDeposit'>
  list: DepositListService
  log: OperatorLog
  /** Undefined where no chain is connected, like the members that follow. */
  decisions?: DepositDecisionsService | undefined
  recheck?: Recheck | undefined
}) {
  const shown = async (id: string) => list.shown(await list.find(id))

  return {
    async details(id: string): Promise<OperatorDepositDetails> {
      const row = await list.find(id)
      const deposit = list.shown(row)
      const [verdict, isBacked, transactions] = await Promise.all([
        deposit.isHistory ? undefined : chain.decisions?.readVerdict(row),
        deposit.isDecidable ? chain.decisions?.isBacked(row) : undefined,
        history.ofDeposit(row),
      ])
      return {
        deposit,
        checks: toChecks(deposit, { verdict, isBacked }),
        timeline: toTimeline(deposit, transactions),
        transactions,
      }
    },

    async recheck(by: Attribution, id: string): Promise<OperatorDeposit> {
      const { recheck } = requireChain(chain.recheck)
      const before = await list.find(id)
      if (before.txHash === null) throw new Refusal('deposit_untraced')
      // Logged first, because the recheck may end this row in favour of another.
      await db.transaction((tx) =>
        log.add(tx, by, {
          action: 'recheck_deposit',
          target: `deposit ${id}`,
          before: getState(before),
        }),
      )
      const { deposits } = await recheck(before.userId, before.txHash)
      const now = deposits.find((one) => one.id === id) ?? deposits[0]
      return shown(now?.id ?? id)
    },

    /** Credits or rejects a deposit that the rules leave open. Idempotent. */
    async decide(by: Attribution, id: string, decision: DepositDecision) {
      const decisions = requireChain(chain.decisions)
      const examined = await decisions.examine(id, decision)
      if (!examined) return shown(id)
      const { after, notify } = await db.transaction(async (tx) => {
        const how = { ...examined, decision, reason: by.reason }
        const decided = await decisions.writeDecision(tx, how)
        // A credit can end on the row of an earlier, unattributed finding.
        const isMoved = decided.after.id !== id
        await log.add(tx, by, {
          action: `${decision}_deposit`,
          target: `deposit ${decided.after.id}`,
          before: { ...(isMoved && { id }), ...getState(decided.before) },
          after: { ...getState(decided.after), chain: examined.verdict.kind },
        })
        return decided
      })
      notify()
      return shown(after.id)
    },
  }
}

function getState({ coins, status }: Pick<DepositRow, 'coins' | 'status'>) {
  return { status, coins }
}

function requireChain<T>(service: T | undefined): T {
  if (service) return service
  throw new Refusal('deposits_off')
}

const CHAIN_SAYS: Record<
  DepositVerdict['kind'],
  Pick<DepositCheck, 'state' | 'detail'>
> = {
  genuine: { state: 'passed', detail: 'All nodes show it in a final block.' },
  refuted: { state: 'failed', detail: 'This payment isn’t on the chain.' },
  missing: { state: 'waiting', detail: 'It isn’t in a final block yet.' },
  disputed: {
    state: 'failed',
    detail: 'Nodes contradict each other about it.',
  },
  unknown: { state: 'unknown', detail: 'No node is responding.' },
  untraced: { state: 'unknown', detail: 'It has no matching transaction.' },
}

const BACKING = {
  true: { state: 'passed', detail: 'Its wallet has received all of it.' },
  false: {
    state: 'failed',
    detail:
      'Its wallet has received less than this and its settled deposits together.',
  },
  undefined: {
    state: 'unknown',
    detail: 'No node can confirm what its wallet has received.',
  },
} as const

function toChecks(
  deposit: OperatorDeposit,
  chain: { verdict: DepositVerdict | undefined; isBacked: boolean | undefined },
): DepositCheck[] {
  const { coins, confirmations, isHistory, reason, status } = deposit
  const { isBacked, verdict } = chain
  return [
    {
      name: 'right chain',
      state: isHistory ? 'failed' : 'passed',
      detail: isHistory
        ? 'It is from an earlier chain and can no longer be credited.'
        : 'It is from the current chain.',
    },
    {
      name: 'confirmations',
      state: confirmations < CONFIRMATIONS_NEEDED ? 'waiting' : 'passed',
      detail: `${confirmations} of ${CONFIRMATIONS_NEEDED}`,
    },
    ...(verdict ? [{ name: 'chain', ...CHAIN_SAYS[verdict.kind] }] : []),
    ...(deposit.isDecidable
      ? [{ name: 'backing', ...BACKING[`${isBacked}`] }]
      : []),
    {
      name: 'minimum',
      state: status === 'below_minimum' ? 'failed' : 'passed',
      detail: `It is worth ${coins.toLocaleString('en-US')} coins.`,
    },
    {
      name: 'balance',
      state: status === 'pending' && reason ? 'waiting' : 'passed',
      detail: reason ?? 'The balance has room for it.',
    },
  ]
}

function toTimeline(
  { createdAt, status, confirmedAt }: OperatorDeposit,
  transactions: readonly LedgerTransaction[],
): OperatorDepositDetails['timeline'] {
  const moved = transactions.map(({ amount, timestamp, type }) => ({
    at: timestamp,
    event: `${type} of ${amount.toLocaleString('en-US')} coins`,
  }))
  const isCreditShown = moved.some(({ event }) => event.startsWith('deposit'))
  return [
    { at: createdAt, event: 'seen' },
    ...(confirmedAt && !isCreditShown
      ? [{ at: confirmedAt, event: status }]
      : []),
    ...moved,
  ].sort((one, other) => (one.at < other.at ? -1 : 1))
}
