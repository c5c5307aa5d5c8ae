import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { receiptOf } from './attempt-receipt.ts'
import type { Broadcaster } from './broadcaster.ts'
import type { FeeBumper, Sent } from './fee-bumper.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxStore } from './outbox.store.ts'

/** Since a transaction was sent, in milliseconds. */
export type Timeouts = {
  /** Before the same bytes are sent again: a node may have dropped them. */
  resendMs: number
  /** Before more is offered for a place in a block. */
  stuckMs: number
  /** Before somebody else's use of the key, or a new one, is looked for. */
  lostMs: number
}

const TIMEOUTS: Timeouts = { resendMs: 3_000, stuckMs: 15_000, lostMs: 30_000 }

type ResubmitterDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  feeBumper: FeeBumper
  broadcaster: Broadcaster
  log: Logger
  timeouts?: Timeouts
}

/** Sees to it that what was sent gets into a block. */
export class Resubmitter {
  readonly #deps: ResubmitterDeps
  readonly #timeouts: Timeouts

  constructor(deps: ResubmitterDeps) {
    this.#deps = deps
    this.#timeouts = deps.timeouts ?? TIMEOUTS
  }

  /** Sends it again, or for more, or anew. */
  async resubmit(term: Term, sent: Sent): Promise<void> {
    const { feeBumper, broadcaster } = this.#deps
    const { lostMs, resendMs, stuckMs } = this.#timeouts
    const [newest] = sent.attempts
    assert(newest !== undefined, 'what was sent was signed')
    const waited = broadcaster.waited(newest.hash)
    // Another process sent it, before this one led.
    if (!waited) return broadcaster.send(newest)
    const { sinceFirstMs, sinceLastMs } = waited
    if (sinceFirstMs >= lostMs && (await this.#recover(term, sent))) return
    if (sinceLastMs < resendMs) return
    const isStuck = sinceFirstMs >= stuckMs || (await feeBumper.isOutbid(sent))
    if (isStuck && (await feeBumper.raise(term, sent))) return
    await broadcaster.send(newest)
  }

  /** @returns whether it goes out anew. */
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

  /** Why no block is to be expected to take it; undefined when one may. */
  async #lossOf({ row, attempts }: Sent): Promise<string | undefined> {
    const { account, chain } = this.#deps
    // Should a block take it yet, it is done twice: calls must allow that.
    if (row.sender !== account.address) return 'the operator key was changed'
    const settled = await account.transactionCount('finalized')
    const isTaken = row.nonce !== null && row.nonce < settled
    if (!isTaken || (await receiptOf(chain, attempts))) return undefined
    return 'the operator key is used elsewhere'
  }

  /**
   * Uses up a nonce before this one that nobody has any more: somebody else
   * took it, and a reorganisation undid that. All later ones wait for it.
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
