import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { isCallRefused } from '../nodes/rpc-failure.ts'
import { FEE_PER_GAS_MAX, feesOver } from './fees.ts'
import { type GasWatch, SMALL_CALL_GAS } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'
import { noteProblem } from './outbox-problem.ts'
import { callOf, type OutboxSigner } from './outbox-signer.ts'

const RETRY_EVERY_MS = 5_000
/** A node that is silent about one call is asked about it less and less. */
const SILENT_RETRY_MIN_MS = 500
const SILENT_RETRY_MAX_MS = 60_000
/** Gas of a payment to an account without code. */
const PLAIN_PAYMENT_GAS = 21_000n
/** Gas limit of a payment to an account with code, which bounds its cost. */
const PAYMENT_GAS_MAX = 100_000n

type SubmitterDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  signer: OutboxSigner
  gas: GasWatch
  log: Logger
}

/** Gives queued outbox transactions their nonce, where gas and chain allow. */
export class Submitter {
  readonly #deps: SubmitterDeps
  readonly #retryAtMs = new Map<number, number>()
  readonly #silences = new Map<number, number>()

  constructor(deps: SubmitterDeps) {
    this.#deps = deps
  }

  /** @param count transactions that the chain has taken from the account. */
  async submit(term: Term, row: OutboxRow, count: number): Promise<void> {
    const { account, chain, signer, store } = this.#deps
    if (performance.now() < (this.#retryAtMs.get(row.id) ?? 0)) return
    const fees = await feesOver(chain.client)
    const gas = await this.#gasOf(row)
    if (gas === 'silence') return this.#postponeSilent(row)
    const costWei = (gas ?? SMALL_CALL_GAS) * fees.maxFeePerGas + row.value
    if (!(await this.#deps.gas.canPay(costWei))) {
      return this.#postpone(term, row, 'no_gas')
    }
    if (gas === undefined) return this.#postpone(term, row, 'refused')
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      return this.#postpone(term, row, 'fees_too_high')
    }
    const nonce = await store.freeNonce(account.address, count)
    await signer.sign(term, { ...row, nonce, gas }, fees)
    this.#retryAtMs.delete(row.id)
  }

  /**
   * Undefined when the chain would not carry it out as things are, silence
   * when no node says whether it would.
   */
  async #gasOf(row: OutboxRow): Promise<bigint | undefined | 'silence'> {
    try {
      const gas = await (row.data === '0x'
        ? this.#gasOfPayment(row)
        : this.#deps.account.gasOf(callOf(row)))
      this.#silences.delete(row.id)
      return gas
    } catch (error) {
      if (!isCallRefused(error)) return 'silence'
      this.#silences.delete(row.id)
      return undefined
    }
  }

  /**
   * Estimates the gas, since an account with an EIP-7702 delegation runs code
   * when paid.
   */
  async #gasOfPayment(row: OutboxRow): Promise<bigint> {
    const { account, chain } = this.#deps
    const code = await chain.client.getCode({ address: row.to })
    if (!code) return PLAIN_PAYMENT_GAS
    const gas = await account.gasOf(callOf(row)).catch((error: unknown) => {
      if (!isCallRefused(error)) throw error
      // Sends it anyway: a payment that the code refuses must not wait forever.
      return PAYMENT_GAS_MAX
    })
    return gas < PAYMENT_GAS_MAX ? gas : PAYMENT_GAS_MAX
  }

  /** Others go on: the nodes may well answer for those. */
  #postponeSilent({ id }: OutboxRow): void {
    const silences = this.#silences.get(id) ?? 0
    const waitMs = Math.min(
      SILENT_RETRY_MIN_MS * 2 ** silences,
      SILENT_RETRY_MAX_MS,
    )
    this.#silences.set(id, silences + 1)
    this.#retryAtMs.set(id, performance.now() + waitMs)
    this.#deps.log.warn({ outbox: id, waitMs }, 'outbox.gas_unknown')
  }

  #postpone(
    term: Term,
    row: OutboxRow,
    problem: NonNullable<OutboxRow['problem']>,
  ): Promise<void> {
    this.#retryAtMs.set(row.id, performance.now() + RETRY_EVERY_MS)
    return noteProblem(this.#deps, term, { row, problem })
  }
}
