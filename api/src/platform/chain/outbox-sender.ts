import { assert } from '#core/errors.ts'
import type { Term } from '../db/lease.ts'
import type { Logger } from '../logger.ts'
import type { Chain, Receipt } from './chain.ts'
import type { OperatorAccount } from './operator-account.ts'
import type {
  Attempt,
  OutboxChange,
  OutboxRow,
  OutboxStore,
} from './outbox.store.ts'
import { OutboxLauncher } from './outbox-launcher.ts'
import { OutboxSigner } from './outbox-signer.ts'

/** How long to wait for what, in milliseconds. */
export type Patience = {
  /** Before the same bytes are sent again: a node may have dropped them. */
  resendMs: number
  /** Before more is offered for a place in a block. */
  stuckMs: number
  /** Before a nonce counts as used by somebody else with the same key. */
  lostMs: number
}

const PATIENCE: Patience = { resendMs: 3_000, stuckMs: 15_000, lostMs: 30_000 }

const FEE_PER_GAS_MAX = 100n * 10n ** 9n

const SENT_AGAIN: OutboxChange = {
  status: 'sent',
  blockNumber: null,
  blockHash: null,
}

type SenderDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  log: Logger
  patience?: Patience
}

/**
 * Carries out the outbox, one nonce after the other. All of it is in the
 * database before a node hears of it, so that whoever leads next goes on
 * where this one stopped.
 */
export class OutboxSender {
  readonly #deps: SenderDeps
  readonly #patience: Patience
  readonly #signer: OutboxSigner
  readonly #launcher: OutboxLauncher

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#patience = deps.patience ?? PATIENCE
    this.#signer = new OutboxSigner(deps)
    this.#launcher = new OutboxLauncher({ ...deps, signer: this.#signer })
  }

  /** @returns the transactions that came to be done, or no longer are. */
  async tick(term: Term): Promise<number[]> {
    const { account, store } = this.#deps
    const count = await account.transactionCount('latest')
    const changed = await this.#reopen(term, count)
    for (const row of await store.unsettled()) {
      if (row.status === 'queued') {
        await this.#launcher.launch(term, row, count)
      } else if (await this.#follow(term, row, count)) changed.push(row.id)
    }
    return changed
  }

  /** What is beyond the chain's count of ours was reorganised away. */
  async #reopen(term: Term, count: number): Promise<number[]> {
    const { account, chain, store } = this.#deps
    const reopened: number[] = []
    for (const row of await store.settledFrom(account.address, count)) {
      assert(row.blockNumber !== null, 'what is settled is in a block')
      const hash = await chain.hashAt(row.blockNumber)
      // A node that lags shows the old block or none: no proof.
      if (hash === undefined || hash === row.blockHash) continue
      await this.#change(term, row, SENT_AGAIN)
      reopened.push(row.id)
    }
    return reopened
  }

  /** @returns whether it came to be done. */
  async #follow(term: Term, row: OutboxRow, count: number): Promise<boolean> {
    const attempts = await this.#deps.store.attemptsOf(row.id)
    const receipt = await this.#receiptOf(attempts)
    if (receipt) {
      this.#signer.forget(attempts)
      return this.#note(term, row, receipt)
    }
    if (row.status === 'mined') await this.#change(term, row, SENT_AGAIN)
    await this.#press(term, { row, attempts, count })
    return false
  }

  async #note(term: Term, row: OutboxRow, receipt: Receipt): Promise<boolean> {
    const { chain, log } = this.#deps
    const { blockNumber, blockHash } = receipt
    const isFinal = blockNumber <= (await chain.finalized())
    const outcome = receipt.status === 'success' ? 'final' : 'failed'
    const status = isFinal ? outcome : 'mined'
    if (status === row.status && blockHash === row.blockHash) return false
    await this.#change(term, row, { status, blockNumber, blockHash })
    if (status === 'failed') {
      log.error({ outbox: row.id }, 'operator call was reverted')
    }
    return isFinal
  }

  /** The chain has none of its attempts: sends it again, or for more. */
  async #press(
    term: Term,
    sent: { row: OutboxRow; attempts: Attempt[]; count: number },
  ): Promise<void> {
    const { row, attempts } = sent
    const [newest] = attempts
    assert(newest !== undefined, 'what was sent was signed')
    const waited = this.#signer.waited(newest.hash)
    // Another process sent it, before this one led.
    if (!waited) return this.#signer.send(newest)
    const { sinceFirstMs, sinceLastMs } = waited
    const { lostMs, resendMs, stuckMs } = this.#patience
    if (sinceFirstMs >= lostMs && (await this.#isTaken(row, attempts))) {
      return this.#requeue(term, row)
    }
    if (sinceFirstMs >= stuckMs && (await this.#offerMore(term, sent))) return
    if (sinceLastMs >= resendMs) await this.#signer.send(newest)
  }

  /** @returns whether it did. */
  async #offerMore(
    term: Term,
    sent: { row: OutboxRow; attempts: Attempt[]; count: number },
  ): Promise<boolean> {
    const { account, log } = this.#deps
    const { row, attempts, count } = sent
    // Later ones wait for the first alone.
    if (row.nonce !== count || row.sender !== account.address) return false
    const fees = await account.feesOver(attempts[0])
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      log.error({ outbox: row.id }, 'fees are too high to go on')
      return false
    }
    log.warn({ outbox: row.id, attempts: attempts.length }, 'fees raised')
    await this.#signer.sign(term, row, fees)
    return true
  }

  /** Whether another transaction has the nonce for good. */
  async #isTaken(row: OutboxRow, attempts: Attempt[]): Promise<boolean> {
    const { account } = this.#deps
    if (row.sender !== account.address || row.nonce === null) return false
    const settled = await account.transactionCount('finalized')
    return row.nonce < settled && !(await this.#receiptOf(attempts))
  }

  async #requeue(term: Term, row: OutboxRow): Promise<void> {
    const { log, store } = this.#deps
    log.error({ outbox: row.id }, 'the operator key is used elsewhere')
    await store.write(term, async (tx) => {
      await store.dropAttempts(tx, row.id)
      await store.change(tx, row.id, { status: 'queued', nonce: null })
    })
  }

  async #receiptOf(attempts: Attempt[]): Promise<Receipt | undefined> {
    for (const { hash } of attempts) {
      const receipt = await this.#deps.chain.receiptOf(hash)
      if (receipt) return receipt
    }
    return undefined
  }

  #change(term: Term, { id }: OutboxRow, change: OutboxChange): Promise<void> {
    const { store } = this.#deps
    return store.write(term, (tx) => store.change(tx, id, change))
  }
}
