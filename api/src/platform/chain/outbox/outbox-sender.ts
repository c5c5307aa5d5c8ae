import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Metrics } from '../../metrics.ts'
import {
  attemptReceipt,
  type Chain,
  isReplaced,
  reorgCheckMs,
} from '../nodes/chain.ts'
import type { Receipt } from '../nodes/chain-node.ts'
import { Broadcaster } from './broadcaster.ts'
import { GasWatch } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxChange, OutboxRow, OutboxStore } from './outbox.store.ts'
import { OutboxSigner } from './outbox-signer.ts'
import { Resubmitter, type Timeouts } from './resubmitter.ts'
import { Submitter } from './submitter.ts'

/** Maximum age of the finalized block. */
const FINALIZED_MAX_AGE_MS = 400

const SENT_AGAIN: OutboxChange = {
  status: 'sent',
  blockNumber: null,
  blockHash: null,
}

export type SenderDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  metrics: Pick<Metrics, 'operatorBalance' | 'operatorGasLow'>
  log: Logger
  timeouts?: Timeouts
}

/**
 * Sends the outbox in the order of nonces. Each attempt is in the database
 * before it is sent, so the next leader can continue.
 */
export class OutboxSender {
  readonly #deps: SenderDeps
  readonly #broadcaster: Broadcaster
  readonly #gas: GasWatch
  readonly #submitter: Submitter
  readonly #resubmitter: Resubmitter
  #checkedMs = Number.NEGATIVE_INFINITY

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#broadcaster = new Broadcaster(deps)
    const sending = { ...deps, broadcaster: this.#broadcaster }
    const signer = new OutboxSigner(sending)
    const gas = new GasWatch(deps)
    this.#gas = gas
    this.#submitter = new Submitter({ ...deps, gas, signer })
    this.#resubmitter = new Resubmitter({ ...sending, gas, signer })
  }

  /** @returns ids of transactions that became final, or were reorged out. */
  async tick(term: Term, signal?: AbortSignal): Promise<number[]> {
    const { account, chain, store } = this.#deps
    await this.#gas.check()
    const isDue = performance.now() - this.#checkedMs >= reorgCheckMs(chain)
    if (!isDue && (await store.unsettled()).length === 0) return []
    const count = await account.transactionCount('latest')
    this.#checkedMs = performance.now()
    const changed = await this.#reopen(term, count)
    for (const row of await store.unsettled()) {
      if (signal?.aborted) break
      if (row.status === 'queued') {
        await this.#submitter.submit(term, row, count)
      } else if (await this.#follow(term, row, count)) changed.push(row.id)
    }
    return changed
  }

  /** Call it while another process leads. */
  rest(): void {
    this.#gas.rest()
  }

  /** Reopens transactions whose block was reorged out: their nonce is free again. */
  async #reopen(term: Term, count: number): Promise<number[]> {
    const { account, chain, store } = this.#deps
    const reopened: number[] = []
    for (const row of await store.settledFrom(account.address, count)) {
      const { blockHash, blockNumber } = row
      assert(blockNumber !== null, 'what is settled is in a block')
      assert(blockHash !== null, 'what is settled is in a block')
      if (!(await isReplaced(chain, { blockNumber, blockHash }))) continue
      await this.#change(term, row, SENT_AGAIN)
      reopened.push(row.id)
    }
    return reopened
  }

  /** @returns true when it became final. */
  async #follow(term: Term, row: OutboxRow, count: number): Promise<boolean> {
    const attempts = await this.#deps.store.attemptsOf(row.id)
    const { account, chain } = this.#deps
    const isOurs = row.sender === account.address
    const isWaiting =
      isOurs && row.status === 'sent' && count <= (row.nonce ?? 0)
    const receipt = isWaiting
      ? undefined
      : await attemptReceipt(chain, attempts)
    if (receipt) {
      this.#broadcaster.forget(attempts)
      return this.#note(term, row, receipt)
    }
    if (row.status === 'mined') await this.#change(term, row, SENT_AGAIN)
    await this.#resubmitter.resubmit(term, { row, attempts, count })
    return false
  }

  async #note(term: Term, row: OutboxRow, receipt: Receipt): Promise<boolean> {
    const { chain, log } = this.#deps
    const { blockNumber, blockHash } = receipt
    const isFinal = blockNumber <= (await chain.finalized(FINALIZED_MAX_AGE_MS))
    const outcome = receipt.status === 'success' ? 'final' : 'failed'
    const status = isFinal ? outcome : 'mined'
    if (status === row.status && blockHash === row.blockHash) return false
    await this.#change(term, row, {
      status,
      blockNumber,
      blockHash,
      problem: null,
    })
    if (status === 'failed') {
      log.error({ outbox: row.id }, 'outbox.reverted')
    }
    return isFinal
  }

  #change(term: Term, { id }: OutboxRow, change: OutboxChange): Promise<void> {
    const { store } = this.#deps
    return store.write(term, (tx) => store.change(tx, id, change))
  }
}
