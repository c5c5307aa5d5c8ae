import type { DepositDecision } from '#core/api/operator/deposits.ts'
import { Refusal } from '#core/refusals.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import type { CreditOutcome } from '../credit/attributions.ts'
import type { DepositsService } from '../credit/deposits.service.ts'
import type { DepositParts } from '../deposit-parts.ts'
import type { DepositRow } from '../deposits.store.ts'
import { finalPayments, NodesDisagree } from '../verify/final-payments.ts'
import { reorgedBlocks } from '../verify/inclusion-check.ts'
import type { CreditLimit } from '../verify/payment-backing.ts'
import { createPaymentChecker, type Verdict } from '../verify/payment-check.ts'
import type { DepositListService } from './deposit-list.service.ts'

/**
 * Result of verifying a deposit for an operator. `untraced`: no transaction
 * explains it, and its block is on the chain.
 */
export type DepositVerdict =
  | Verdict
  | { kind: 'disputed' | 'unknown' | 'untraced' }

/** A verified deposit. `limit` is undefined if nodes have pruned its state. */
type Examined = {
  row: DepositRow
  verdict: DepositVerdict
  limit?: CreditLimit
}
type Decision = Examined & { decision: DepositDecision; reason: string }

const DONE = { credit: 'confirmed', reject: 'rejected' } as const

export type DepositDecisionsService = ReturnType<
  typeof createDepositDecisionsService
>

/**
 * Creates the service of operators' decisions on deposits that aren't settled automatically.
 * They use the same postings and locks as any other credit.
 */
export function createDepositDecisionsService({
  db,
  deposits,
  ledger,
  readLimit,
  list,
  log,
  site,
  store,
  readVerdict,
}: Pick<DepositParts, 'db' | 'ledger' | 'log' | 'site' | 'store'> & {
  deposits: DepositsService
  readLimit(row: DepositRow): Promise<CreditLimit | 'pruned'>
  list: DepositListService
  readVerdict(row: DepositRow): Promise<DepositVerdict>
}) {
  /**
   * Verifies a deposit; returns undefined if it is decided this way already.
   *
   * @throws not_found, illegal_action, unavailable
   */
  async function examine(
    id: string,
    decision: DepositDecision,
  ): Promise<Examined | undefined> {
    const row = await list.find(id)
    if (row.status === DONE[decision]) return undefined
    if (!list.isDecidable(row)) throw new Refusal('deposit_settles')
    const verdict = await readVerdict(row)
    if (decision === 'reject') {
      // Only a final block shows if its amount counts as received.
      if (verdict.kind === 'missing') throw new Refusal('deposit_not_final')
      return { row, verdict }
    }
    requireCreditable(row, verdict)
    const limit = await readLimit(row).catch(() => {
      throw new Refusal('chain_unreachable')
    })
    if (limit !== 'pruned') return { row, verdict, limit }
    // Without the state, only a transaction can prove the amount.
    if (verdict.kind === 'genuine') return { row, verdict }
    throw new Refusal('deposit_without_history')
  }

  /** True if the whole deposit is backed; undefined while that is unknown. */
  async function isBacked(row: DepositRow): Promise<boolean | undefined> {
    try {
      const limit = await readLimit(row)
      if (limit === 'pruned') return undefined
      return await db.transaction(
        async (tx) => (await limit(tx, row)) === row.amountWei,
      )
    } catch (error) {
      log.warn({ error, deposit: row.id }, 'deposit.backing_unknown')
      return undefined
    }
  }

  /**
   * Applies a decision. Call `notify` after the commit.
   *
   * @throws illegal_action, balance_limit
   */
  async function writeDecision(
    tx: Transaction,
    { row, decision, reason, ...examined }: Decision,
  ) {
    await ledger.lock(tx, row.userId)
    const [before] = await store.lock(tx, [row])
    if (!before) throw new Refusal('deposit_changed')
    if (!list.isDecidable(before)) throw new Refusal('deposit_settles')
    const outcome =
      decision === 'reject'
        ? await reject(tx, before, { ...examined, reason })
        : await credit(tx, before, examined)
    const [after] = outcome.rows
    if (!after) throw new Refusal('deposit_changed')
    const notify = () => deposits.notify(row.userId, outcome)
    return { before, after, notify }
  }

  /**
   * Rejects a deposit. It still counts as received by its wallet, unless the
   * chain refutes it: counting it would then reduce later deposits.
   */
  async function reject(
    tx: Transaction,
    { id }: DepositRow,
    { reason, verdict }: Omit<Decision, 'decision' | 'row'>,
  ): Promise<CreditOutcome> {
    const cause = { code: 'rejected', reason } as const
    const rejected = { status: 'rejected', coins: 0, cause } as const
    const change =
      verdict.kind === 'refuted' ? { ...rejected, confirmations: 0 } : rejected
    return { rows: await store.change(tx, [id], change) }
  }

  async function credit(
    tx: Transaction,
    before: DepositRow,
    { limit, verdict }: Pick<Examined, 'limit' | 'verdict'>,
  ): Promise<CreditOutcome> {
    const claimedWei =
      verdict.kind === 'genuine' ? verdict.amountWei : undefined
    const outcome = await deposits.writeCredit(tx, before, {
      claimedWei,
      limit,
    })
    if (!outcome) throw new Refusal('deposit_not_received')
    if (outcome.rows.some(({ status }) => status === 'confirmed')) {
      return outcome
    }
    throw new Refusal('credit_above_balance_limit')
  }

  function requireCreditable(row: DepositRow, verdict: DepositVerdict): void {
    if (verdict.kind === 'unknown') throw new Refusal('chain_unreachable')
    if (verdict.kind === 'refuted' || verdict.kind === 'missing') {
      throw new Refusal('deposit_not_on_chain')
    }
    const senders = verdict.kind === 'genuine' ? verdict.senders : [row.sender]
    if (senders.some((sender) => sender && site.house.includes(sender))) {
      throw new Refusal('deposit_by_house')
    }
    if (row.coins === 0) throw new Refusal('deposit_without_value')
  }

  return { examine, isBacked, writeDecision, readVerdict }
}

export async function depositVerdict(
  { chain, log }: Pick<DepositParts, 'chain' | 'log'>,
  row: DepositRow,
): Promise<DepositVerdict> {
  try {
    await chain.check()
    if (row.txHash === null) {
      const isReorged = (await reorgedBlocks(chain, [row])).length > 0
      return { kind: isReorged ? 'missing' : 'untraced' }
    }
    // Opened for each call, so that no cached receipt is used.
    const verify = finalPayments(chain, createPaymentChecker(chain.deployment))
    const verdicts = await verify(row.txHash, [row])
    return verdicts.get(row) ?? { kind: 'missing' }
  } catch (error) {
    if (error instanceof NodesDisagree) return { kind: 'disputed' }
    log.warn({ error, deposit: row.id }, 'deposit.verdict_failed')
    return { kind: 'unknown' }
  }
}
