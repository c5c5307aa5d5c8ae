import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import { attemptReceipt, type Chain } from '../nodes/chain.ts'
import type { Broadcaster } from './broadcaster.ts'
import { FEE_PER_GAS_MAX, feesOver, isOutbid } from './fees.ts'
import type { GasWatch } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { Attempt, OutboxRow, OutboxStore } from './outbox.store.ts'
import { noteProblem, type OutboxSigner } from './outbox-signer.ts'

/** Milliseconds since a transaction was sent. */
export type Timeouts = {
  /** Until the same bytes are sent again; nodes may have dropped them. */
  resendMs: number
  /** Until the fees are raised. */
  stuckMs: number
  /** Until another use of the key, or a new key, is checked for. */
  lostMs: number
}

const TIMEOUTS: Timeouts = { resendMs: 3_000, stuckMs: 15_000, lostMs: 30_000 }

/** A transaction of which no attempt is mined. */
type Sent = {
  row: OutboxRow
  /** Newest first. */
  attempts: Attempt[]
  /** Mined transactions of the account. */
  count: number
}

type ResubmitterDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  signer: OutboxSigner
  gas: GasWatch
  broadcaster: Broadcaster
  log: Logger
  timeouts?: Timeouts
}

/** Gets sent transactions mined: resends them, raises fees, or signs again. */
export class Resubmitter {
  readonly #deps: ResubmitterDeps
  readonly #timeouts: Timeouts

  constructor(deps: ResubmitterDeps) {
    this.#deps = deps
    this.#timeouts = deps.timeouts ?? TIMEOUTS
  }

  async resubmit(term: Term, sent: Sent): Promise<void> {
    const { broadcaster, chain } = this.#deps
    const { lostMs, resendMs, stuckMs } = this.#timeouts
    const [newest] = sent.attempts
    assert(newest !== undefined, 'what was sent was signed')
    const waited = broadcaster.waited(newest.hash)
    // Another process sent it during an earlier term.
    if (!waited) return broadcaster.send(newest)
    const { sinceFirstMs, sinceLastMs } = waited
    if (sinceFirstMs >= lostMs && (await this.#recover(term, sent))) return
    if (sinceLastMs < resendMs) return
    if (this.#isNext(sent)) {
      const isStuck =
        sinceFirstMs >= stuckMs || (await isOutbid(chain.client, newest))
      if (isStuck && (await this.#raiseFees(term, sent))) return
    }
    await broadcaster.send(newest)
  }

  /** Only the next nonce needs higher fees: all later ones wait for it. */
  #isNext({ count, row }: Sent): boolean {
    return row.nonce === count && row.sender === this.#deps.account.address
  }

  /** @returns false when the account can't or mustn't pay more. */
  async #raiseFees(term: Term, { attempts, row }: Sent): Promise<boolean> {
    const { chain, gas, log, signer } = this.#deps
    assert(row.gas !== null, 'what was sent was signed')
    const fees = await feesOver(chain.client, attempts[0])
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      await noteProblem(this.#deps, term, { row, problem: 'fees_too_high' })
      return false
    }
    if (!(await gas.canPay(row.gas * fees.maxFeePerGas + row.value))) {
      await noteProblem(this.#deps, term, { row, problem: 'no_gas' })
      return false
    }
    const told = { outbox: row.id, attempts: attempts.length }
    log.warn(told, 'outbox.fees_raised')
    await signer.sign(term, row, fees)
    return true
  }

  /** @returns true when the transaction is queued again. */
  async #recover(term: Term, sent: Sent): Promise<boolean> {
    const loss = await this.#lossOf(sent)
    if (loss === undefined) {
      await this.#fillGap(term, sent)
      return false
    }
    const { broadcaster, log, store } = this.#deps
    const { id } = sent.row
    broadcaster.forget(sent.attempts)
    log.error({ outbox: id, loss }, 'outbox.requeued')
    await store.write(term, async (tx) => {
      await store.dropAttempts(tx, id)
      await store.change(tx, id, { status: 'queued', nonce: null })
    })
    return true
  }

  /** Returns why no block will include it, or undefined when one may. */
  async #lossOf({ row, attempts }: Sent): Promise<string | undefined> {
    const { account, chain } = this.#deps
    // A block may still include it, so calls must be safe to execute twice.
    if (row.sender !== account.address) return 'the operator key was changed'
    const settled = await account.transactionCount('finalized')
    const isTaken = row.nonce !== null && row.nonce < settled
    if (!isTaken || (await attemptReceipt(chain, attempts))) return undefined
    return 'the operator key is used elsewhere'
  }

  /**
   * Fills a gap in the nonces before this one, which all later ones wait for:
   * another user of the key took the nonce, and a reorg dropped it.
   */
  async #fillGap(term: Term, { row, count }: Sent): Promise<void> {
    const { account, log, store } = this.#deps
    const { address } = account
    const nonce = await store.freeNonce(address, count)
    if (row.nonce === null || nonce >= row.nonce) return
    if ((await store.countQueued('fill_nonce')) > 0) return
    log.error({ outbox: row.id, nonce }, 'outbox.nonce_missing')
    const filler = { purpose: 'fill_nonce', to: address, data: '0x' } as const
    await store.write(term, async (tx) => {
      await store.enqueue(tx, filler)
    })
  }
}
