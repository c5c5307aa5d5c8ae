import { assert } from '#core/assert.ts'
import { attemptReceipt, type Chain } from '../../platform/chain/nodes/chain.ts'
import type { Receipt } from '../../platform/chain/nodes/chain-node.ts'
import type { Broadcaster } from '../../platform/chain/outbox/broadcaster.ts'
import { isOutbid } from '../../platform/chain/outbox/fees.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import { lostBy } from './lost-move.ts'
import type { MoveOffers } from './move-offers.ts'
import {
  type MoveAttempt,
  NOT_MINED,
  type OpenMove,
  type SweepStore,
} from './sweep.store.ts'

/** How long to wait for what, in milliseconds. */
export type MoveTimeouts = {
  /** Before the same bytes are sent again: a node may have dropped them. */
  resendMs: number
  /** Before more is offered for a place in a block. */
  stuckMs: number
  /** Before somebody else's use of the wallet's key is looked for. */
  lostMs: number
}

const TIMEOUTS: MoveTimeouts = {
  resendMs: 3_000,
  stuckMs: 15_000,
  lostMs: 30_000,
}

type FollowerDeps = {
  chain: Chain
  store: SweepStore
  offers: MoveOffers
  broadcaster: Broadcaster
  log: Logger
  timeouts?: MoveTimeouts
}

/** A move that was signed. */
type Sent = {
  move: OpenMove
  /** Newest first. */
  attempts: readonly MoveAttempt[]
  finalized: bigint
}

/** Sees moves that were signed to their final block. */
export class MoveFollower {
  readonly #deps: FollowerDeps
  readonly #timeouts: MoveTimeouts

  constructor(deps: FollowerDeps) {
    this.#deps = deps
    this.#timeouts = deps.timeouts ?? TIMEOUTS
  }

  /** @param finalized the block up to which nothing can change. */
  async follow(term: Term, move: OpenMove, finalized: bigint): Promise<void> {
    const { broadcaster, chain, store } = this.#deps
    const attempts = await store.attemptsOf(move.id)
    const receipt = await attemptReceipt(chain, attempts)
    const sent = { move, attempts, finalized }
    if (receipt) {
      broadcaster.forget(attempts)
      return this.#note(term, sent, receipt)
    }
    if (move.status !== 'mined') return this.#press(term, sent)
    await store.write(term, (tx) => store.change(tx, move, NOT_MINED))
    await this.#press(term, { ...sent, move: { ...move, ...NOT_MINED } })
  }

  /** Sends it again, or for more; or gives it up. */
  async #press(term: Term, sent: Sent): Promise<void> {
    const { attempts, finalized, move } = sent
    const { broadcaster, chain, offers } = this.#deps
    const { lostMs, resendMs, stuckMs } = this.#timeouts
    const [newest] = attempts
    assert(newest !== undefined, 'what was sent was signed')
    const waited = broadcaster.waited(newest.hash)
    // Another process sent it, before this one led.
    if (!waited) return broadcaster.send(newest)
    if (waited.sinceFirstMs >= lostMs && (await this.#giveUp(term, sent))) {
      return
    }
    if (waited.sinceLastMs < resendMs) return
    const isStuck =
      waited.sinceFirstMs >= stuckMs || (await isOutbid(chain.client, newest))
    if (isStuck && (await offers.raise(term, move, { newest, finalized }))) {
      return
    }
    await broadcaster.send(newest)
  }

  /** @returns whether its nonce is somebody else's. */
  async #giveUp(term: Term, { attempts, move }: Sent): Promise<boolean> {
    const { broadcaster, chain, log, store } = this.#deps
    const { id, nonce, wallet } = move
    assert(nonce !== null, 'what was sent has a nonce')
    const place = await lostBy(chain, { wallet, nonce, attempts })
    if (!place) return false
    broadcaster.forget(attempts)
    log.error({ move: id, wallet, nonce }, 'sweep_move.nonce_lost')
    const change = { ...place, status: 'lost', problem: null } as const
    await store.write(term, (tx) => store.change(tx, move, change))
    return true
  }

  async #note(
    term: Term,
    { attempts, finalized, move }: Sent,
    receipt: Receipt,
  ): Promise<void> {
    const { store } = this.#deps
    const { blockHash, blockNumber, transactionHash: txHash } = receipt
    const status = blockNumber <= finalized ? 'final' : 'mined'
    if (status === move.status && blockHash === move.blockHash) return
    const attempt = attempts.find(({ hash }) => hash === txHash)
    assert(attempt !== undefined, 'the receipt is of an attempt')
    const change = {
      status,
      problem: null,
      amount: attempt.amount,
      fee: receipt.gasUsed * receipt.effectiveGasPrice,
      hasSucceeded: receipt.status === 'success',
      txHash,
      blockNumber,
      blockHash,
    } as const
    await store.write(term, (tx) => store.change(tx, move, change))
    if (status === 'final') this.#tell({ ...move, ...change })
  }

  #tell({ amount, asset, hasSucceeded, sweepId, txHash, wallet }: OpenMove) {
    const { log } = this.#deps
    const amountWei = String(amount)
    const told = { sweep: sweepId, wallet, asset, amountWei, txHash }
    if (hasSucceeded) log.info(told, 'sweep_move.finalized')
    else log.error(told, 'sweep_move.reverted')
  }
}
