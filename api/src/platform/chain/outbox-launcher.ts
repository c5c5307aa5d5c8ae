import type { Term } from '../db/lease.ts'
import type { Logger } from '../logger.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxRow, OutboxStore } from './outbox.store.ts'
import { callOf, type OutboxSigner } from './outbox-signer.ts'
import { isUnanswered } from './rpc-failure.ts'

const RETRY_EVERY_MS = 5_000
const LOW_GAS_TOLD_EVERY_MS = 60_000
/** The operator hears of it while this many more could still be paid. */
const LOW_GAS_TRANSACTIONS = 20n
/** What one wallet's registration takes, about. */
const SMALL_CALL_GAS = 60_000n

type LauncherDeps = {
  store: OutboxStore
  account: OperatorAccount
  signer: OutboxSigner
  log: Logger
}

/** Gives queued outbox transactions their nonce, where gas and chain allow. */
export class OutboxLauncher {
  readonly #deps: LauncherDeps
  readonly #retryAtMs = new Map<number, number>()
  #lowGasToldMs = Number.NEGATIVE_INFINITY

  constructor(deps: LauncherDeps) {
    this.#deps = deps
  }

  /** @param count transactions that the chain has taken from the account. */
  async launch(term: Term, row: OutboxRow, count: number): Promise<void> {
    const { account, signer, store } = this.#deps
    if (performance.now() < (this.#retryAtMs.get(row.id) ?? 0)) return
    const fees = await account.feesOver()
    const gas = await this.#gasOf(row)
    const costWei = (gas ?? SMALL_CALL_GAS) * fees.maxFeePerGas
    if (!(await this.#canPay(costWei))) {
      return this.#postpone(term, row, 'no_gas')
    }
    if (gas === undefined) return this.#postpone(term, row, 'refused')
    const nonce = await store.freeNonce(account.address, count)
    await signer.sign(term, { ...row, nonce, gas }, fees)
    this.#retryAtMs.delete(row.id)
  }

  /** Undefined when the chain would not carry it out as things are. */
  async #gasOf(row: OutboxRow): Promise<bigint | undefined> {
    try {
      return await this.#deps.account.gasOf(callOf(row))
    } catch (error) {
      if (isUnanswered(error)) throw error
      return undefined
    }
  }

  async #canPay(costWei: bigint): Promise<boolean> {
    const { account, log } = this.#deps
    const balanceWei = await account.balance()
    const isLow = balanceWei < costWei * LOW_GAS_TRANSACTIONS
    const nowMs = performance.now()
    if (isLow && nowMs - this.#lowGasToldMs >= LOW_GAS_TOLD_EVERY_MS) {
      this.#lowGasToldMs = nowMs
      const { address } = account
      log.error(
        { address, balanceWei: String(balanceWei) },
        'operator account is low on gas',
      )
    }
    return balanceWei >= costWei
  }

  async #postpone(
    term: Term,
    row: OutboxRow,
    problem: NonNullable<OutboxRow['problem']>,
  ): Promise<void> {
    const { log, store } = this.#deps
    this.#retryAtMs.set(row.id, performance.now() + RETRY_EVERY_MS)
    if (row.problem === problem) return
    log.error({ outbox: row.id, problem }, 'operator call waits')
    await store.write(term, (tx) => store.change(tx, row.id, { problem }))
  }
}
