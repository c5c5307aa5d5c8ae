import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { isCallRefused } from '../nodes/rpc-failure.ts'
import { FEE_PER_GAS_MAX, feesOver } from './fees.ts'
import { type GasWatch, SMALL_CALL_GAS } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'
import { callOf, noteProblem, type OutboxSigner } from './outbox-signer.ts'

const RETRY_EVERY_MS = 5_000
/** Bounds of the back-off while no node estimates a call. */
const UNKNOWN_GAS_RETRY_MIN_MS = 500
const UNKNOWN_GAS_RETRY_MAX_MS = 60_000
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

/** Assigns nonces to queued transactions and sends them. */
export class Submitter {
  readonly #deps: SubmitterDeps
  readonly #retryAtMs = new Map<number, number>()
  readonly #unknowns = new Map<number, number>()

  constructor(deps: SubmitterDeps) {
    this.#deps = deps
  }

  /** @param count mined transactions of the account. */
  async submit(term: Term, row: OutboxRow, count: number): Promise<void> {
    const { account, chain, signer, store } = this.#deps
    if (performance.now() < (this.#retryAtMs.get(row.id) ?? 0)) return
    const fees = await feesOver(chain.client)
    const gas = await this.#gasOf(row)
    if (gas === 'unknown') return this.#postponeUnknown(row)
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

  /** Returns undefined when the call would revert, or unknown without an answer. */
  async #gasOf(row: OutboxRow): Promise<bigint | undefined | 'unknown'> {
    try {
      const gas = await (row.data === '0x'
        ? this.#gasOfPayment(row)
        : this.#deps.account.gasOf(callOf(row)))
      this.#unknowns.delete(row.id)
      return gas
    } catch (error) {
      if (!isCallRefused(error)) return 'unknown'
      this.#unknowns.delete(row.id)
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
      // Sends it anyway: a payment that the code rejects must not wait forever.
      return PAYMENT_GAS_MAX
    })
    return gas < PAYMENT_GAS_MAX ? gas : PAYMENT_GAS_MAX
  }

  #postponeUnknown({ id }: OutboxRow): void {
    const failures = this.#unknowns.get(id) ?? 0
    const waitMs = Math.min(
      UNKNOWN_GAS_RETRY_MIN_MS * 2 ** failures,
      UNKNOWN_GAS_RETRY_MAX_MS,
    )
    this.#unknowns.set(id, failures + 1)
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
