import type { Transaction as LedgerTransaction } from '#core/api/history.ts'
import type {
  DepositCheck,
  DepositDecision,
  OperatorDeposit,
  OperatorDepositDetails,
} from '#core/api/operator/deposits.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { Refusal } from '#core/refusals.ts'
import type { HistoryService } from '../ledger/history/history.service.ts'
import type { DepositRecheck } from '../payments/deposits/deposit-recheck.service.ts'
import type {
  DepositDecisionsService,
  DepositVerdict,
} from '../payments/deposits/operator/deposit-decisions.service.ts'
import type { DepositListService } from '../payments/deposits/operator/deposit-list.service.ts'
import type { Database } from '../platform/db/database.ts'
import type { Asked } from './operator-actions.service.ts'
import type { OperatorLog } from './operator-log.service.ts'

type DepositRow = Awaited<ReturnType<DepositListService['find']>>

/** Looks at a transaction's payments, and says which rows they are now. */
type Recheck = {
  recheck(
    ...asked: Parameters<DepositRecheck['recheck']>
  ): Promise<{ deposits: readonly { id: string }[] }>
}

type CareDeps = {
  db: Database
  operatorLog: OperatorLog
  list: DepositListService
  history: Pick<HistoryService, 'ofDeposit'>
  /** Undefined where no chain is connected, as is what asks it. */
  decisions?: DepositDecisionsService | undefined
  recheck?: Recheck | undefined
  isBacked?: ((row: DepositRow) => Promise<boolean | undefined>) | undefined
  verdictOf?: ((row: DepositRow) => Promise<DepositVerdict>) | undefined
}

/** Single deposits, looked into and decided by operators. */
export class DepositCareService {
  readonly #deps: CareDeps

  constructor(deps: CareDeps) {
    this.#deps = deps
  }

  /** @throws not_found */
  async details(id: string): Promise<OperatorDepositDetails> {
    const { history, isBacked, list, verdictOf } = this.#deps
    const row = await list.find(id)
    const deposit = list.shown(row)
    const [verdict, backing, transactions] = await Promise.all([
      deposit.isHistory ? undefined : verdictOf?.(row),
      deposit.isDecidable ? isBacked?.(row) : undefined,
      history.ofDeposit(row),
    ])
    return {
      deposit,
      checks: checksOf(deposit, { verdict, isBacked: backing }),
      timeline: timelineOf(deposit, transactions),
      transactions,
    }
  }

  /**
   * Has a payment looked at once more, by the rules. @throws not_found,
   * illegal_action, unavailable
   */
  async recheck(asked: Asked, id: string): Promise<OperatorDeposit> {
    const { db, list, operatorLog } = this.#deps
    const recheck = connected(this.#deps.recheck)
    const before = await list.find(id)
    if (before.txHash === null) throw new Refusal('deposit_untraced')
    // Before it acts, which may end this row in favour of another one.
    await db.transaction((tx) =>
      operatorLog.add(tx, asked.actor, {
        action: 'recheck_deposit',
        target: targetOf(id),
        before: stateOf(before),
        reason: asked.reason,
      }),
    )
    const { deposits } = await recheck.recheck(before.userId, before.txHash)
    const now = deposits.find((one) => one.id === id) ?? deposits[0]
    return this.#shown(now?.id ?? id)
  }

  /**
   * Credits a deposit that the rules leave to the operator, or rejects it. Who
   * decides the same again changes nothing.
   *
   * @throws not_found, illegal_action, balance_limit, unavailable
   */
  async decide(
    { actor, reason }: Asked,
    id: string,
    decision: DepositDecision,
  ): Promise<OperatorDeposit> {
    const { db, operatorLog } = this.#deps
    const decisions = connected(this.#deps.decisions)
    if (await decisions.isDone(id, decision)) return this.#shown(id)
    const examined = await decisions.examine(id, decision)
    const { kind: chain } = examined.verdict
    const { after, notify } = await db.transaction(async (tx) => {
      const how = { ...examined, decision, reason }
      const decided = await decisions.decideIn(tx, how)
      // A credit can end on the row of what was found of it before.
      const isMoved = decided.after.id !== id
      await operatorLog.add(tx, actor, {
        action: `${decision}_deposit`,
        target: targetOf(decided.after.id),
        before: { ...(isMoved && { id }), ...stateOf(decided.before) },
        after: { ...stateOf(decided.after), chain },
        reason,
      })
      return decided
    })
    notify()
    return this.#shown(after.id)
  }

  async #shown(id: string): Promise<OperatorDeposit> {
    const { list } = this.#deps
    return list.shown(await list.find(id))
  }
}

function targetOf(id: string): string {
  return `deposit ${id}`
}

function stateOf({ coins, status }: Pick<DepositRow, 'coins' | 'status'>) {
  return { status, coins }
}

function connected<T>(service: T | undefined): T {
  if (service) return service
  throw new Refusal('deposits_off')
}

const CHAIN_SAYS: Record<
  DepositVerdict['kind'],
  Pick<DepositCheck, 'state' | 'detail'>
> = {
  genuine: { state: 'passed', detail: 'All nodes show it in a final block.' },
  refuted: { state: 'failed', detail: 'The chain shows no such payment.' },
  missing: { state: 'waiting', detail: 'It is in no final block yet.' },
  disputed: {
    state: 'failed',
    detail: 'Nodes contradict each other about it.',
  },
  unknown: { state: 'unknown', detail: 'No node answers.' },
  untraced: { state: 'unknown', detail: 'No single transaction explains it.' },
}

function checksOf(
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
    ...(deposit.isDecidable ? [backingCheck(isBacked)] : []),
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

function backingCheck(isBacked: boolean | undefined): DepositCheck {
  const name = 'backing'
  if (isBacked === undefined) {
    const detail = 'No node says what its wallet has received.'
    return { name, state: 'unknown', detail }
  }
  return isBacked
    ? { name, state: 'passed', detail: 'Its wallet has received all of it.' }
    : {
        name,
        state: 'failed',
        detail:
          'Its wallet has received less than this and its settled deposits together.',
      }
}

function timelineOf(
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
