import type { DepositDecision } from '#core/api/operator/deposits.ts'
import { Refusal } from '#core/refusals.ts'
import type { LedgerService } from '../../ledger/ledger.service.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Transaction } from '../../platform/db/database.ts'
import type { CreditLimit } from './credit-limit.ts'
import type { DepositListService } from './deposit-list.service.ts'
import type { DepositVerdict } from './deposit-verdict.service.ts'
import type { Brought, DepositsService } from './deposits.service.ts'
import type { DepositRow, DepositsStore } from './deposits.store.ts'

type DecisionsDeps = {
  deposits: DepositsService
  ledger: Pick<LedgerService, 'lock'>
  list: Pick<DepositListService, 'find' | 'isDecidable'>
  site: Pick<DepositChain, 'operator' | 'treasury'>
  store: DepositsStore
  /** What the chain says of a payment at this moment. */
  verdictOf(row: DepositRow): Promise<DepositVerdict>
  /** What bounds its credit; undefined where no node keeps such old state. */
  limitOf(row: DepositRow): Promise<CreditLimit | undefined>
}

/** A deposit that is to be decided, with what the chain said of it. */
type Examined = {
  row: DepositRow
  verdict: DepositVerdict
  /** Of a credit; undefined where its transaction alone has to do. */
  limit?: CreditLimit | undefined
}
type Decision = Examined & { decision: DepositDecision; reason: string }

/** A deposit before and after, and what tells its player after the commit. */
type Decided = { before: DepositRow; after: DepositRow; tell(): void }

const DONE = { credit: 'confirmed', reject: 'rejected' } as const

/**
 * An operator's word on deposits that the rules leave to one, by the postings
 * and under the locks of any other credit.
 */
export class DepositDecisionsService {
  readonly #deps: DecisionsDeps

  constructor(deps: DecisionsDeps) {
    this.#deps = deps
  }

  /** Whether it was decided so before: then there is nothing to do. @throws not_found */
  async isDone(id: string, decision: DepositDecision): Promise<boolean> {
    const row = await this.#deps.list.find(id)
    return row.status === DONE[decision]
  }

  /** Looks at what is to be decided. @throws not_found, illegal_action, unavailable */
  async ask(id: string, decision: DepositDecision): Promise<Examined> {
    const row = await this.#deps.list.find(id)
    this.#requireDecidable(row)
    const verdict = await this.#deps.verdictOf(row)
    if (decision === 'reject') {
      // Whether its amount counts as received is not known before that.
      if (verdict.kind === 'missing') throw new Refusal('deposit_not_final')
      return { row, verdict }
    }
    this.#requireCreditable(row, verdict)
    return { row, verdict, limit: await this.#limitOf(row, verdict) }
  }

  /**
   * Decides it, as it stands once it is locked.
   *
   * @throws illegal_action, balance_limit
   */
  async decideIn(
    tx: Transaction,
    { row: seen, ...asked }: Decision,
  ): Promise<Decided> {
    const { deposits, ledger, store } = this.#deps
    await ledger.lock(tx, seen.userId)
    const before = await store.lock(tx, seen)
    if (!before) throw new Refusal('deposit_changed')
    this.#requireDecidable(before)
    const done =
      asked.decision === 'reject'
        ? await this.#reject(tx, before, asked)
        : await this.#credit(tx, before, asked)
    const [after] = done.rows
    if (!after) throw new Refusal('deposit_changed')
    return { before, after, tell: () => deposits.tell(before, done) }
  }

  /**
   * Has it bring nothing. It stays among what its wallet has received, unless
   * the chain shows that it never was: then later deposits would lack it.
   */
  async #reject(
    tx: Transaction,
    { id }: DepositRow,
    { reason, verdict }: Pick<Decision, 'reason' | 'verdict'>,
  ): Promise<Brought> {
    const cause = { code: 'rejected', reason } as const
    const rejected = { status: 'rejected', coins: 0, cause } as const
    const change =
      verdict.kind === 'refuted' ? { ...rejected, confirmations: 0 } : rejected
    return { rows: await this.#deps.store.change(tx, [id], change) }
  }

  async #credit(
    tx: Transaction,
    before: DepositRow,
    { limit, verdict }: Pick<Examined, 'limit' | 'verdict'>,
  ): Promise<Brought> {
    const { deposits } = this.#deps
    const paid = verdict.kind === 'genuine' ? { claimed: verdict.amount } : {}
    const brought = await deposits.creditIn(tx, before, { ...paid, limit })
    if (!brought) throw new Refusal('deposit_not_received')
    if (brought.rows.some(({ status }) => status === 'confirmed')) {
      return brought
    }
    throw new Refusal('credit_above_balance_limit')
  }

  /** Bounds a credit; old state that is lost leaves the transaction's word. */
  async #limitOf(
    row: DepositRow,
    { kind }: DepositVerdict,
  ): Promise<CreditLimit | undefined> {
    const limit = await this.#deps.limitOf(row).catch(() => {
      throw new Refusal('chain_unreachable')
    })
    if (limit || kind === 'genuine') return limit
    throw new Refusal('deposit_without_history')
  }

  #requireDecidable(row: DepositRow): void {
    if (this.#deps.list.isDecidable(row)) return
    throw new Refusal('deposit_settles')
  }

  #requireCreditable(row: DepositRow, verdict: DepositVerdict): void {
    if (verdict.kind === 'unknown') throw new Refusal('chain_unreachable')
    if (verdict.kind === 'refuted' || verdict.kind === 'missing') {
      throw new Refusal('deposit_not_on_chain')
    }
    const { operator, treasury } = this.#deps.site
    const house = [operator, treasury].map((own) => own?.toLowerCase())
    const senders = verdict.kind === 'genuine' ? verdict.senders : [row.sender]
    if (senders.some((sender) => sender && house.includes(sender))) {
      throw new Refusal('deposit_by_house')
    }
    if (row.coins === 0) throw new Refusal('deposit_without_value')
  }
}
