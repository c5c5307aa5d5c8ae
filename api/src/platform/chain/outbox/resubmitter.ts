import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import { attemptReceipt, type Chain } from '../nodes/chain.ts'
import type { Broadcaster } from './broadcaster.ts'
import { FEE_PER_GAS_MAX, feesOver, isOutbid } from './fees.ts'
import type { GasWatch } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { Attempt, OutboxRow, OutboxStore } from './outbox.store.ts'
import { noteProblem, type SignAndSend } from './outbox-signer.ts'

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
  signAndSend: SignAndSend
  gas: GasWatch
  broadcaster: Broadcaster
  log: Logger
  timeouts?: Timeouts
}

/** Gets sent transactions mined: resends them, raises fees, or signs again. */
export function openResubmitter(deps: ResubmitterDeps) {
  const { account, broadcaster, chain, gas, log, signAndSend, store } = deps
  const { lostMs, resendMs, stuckMs } = deps.timeouts ?? TIMEOUTS

  /** Only the next nonce needs higher fees: all later ones wait for it. */
  function isNext({ count, row }: Sent): boolean {
    return row.nonce === count && row.sender === account.address
  }

  /** @returns false when the account can't or mustn't pay more. */
  async function raiseFees(
    term: Term,
    { attempts, row }: Sent,
  ): Promise<boolean> {
    assert(row.gas !== null, 'what was sent was signed')
    const fees = await feesOver(chain.client, attempts[0])
    if (fees.maxFeePerGas > FEE_PER_GAS_MAX) {
      await noteProblem(deps, term, { row, problem: 'fees_too_high' })
      return false
    }
    if (!(await gas.canPay(row.gas * fees.maxFeePerGas + row.value))) {
      await noteProblem(deps, term, { row, problem: 'no_gas' })
      return false
    }
    const fields = { outbox: row.id, attempts: attempts.length }
    log.warn(fields, 'outbox.fees_raised')
    await signAndSend(term, row, fees)
    return true
  }

  /** @returns true when the transaction is queued again. */
  async function recover(term: Term, sent: Sent): Promise<boolean> {
    const loss = await lossOf(sent)
    if (loss === undefined) {
      await fillGap(term, sent)
      return false
    }
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
  async function lossOf({ row, attempts }: Sent): Promise<string | undefined> {
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
  async function fillGap(term: Term, { row, count }: Sent): Promise<void> {
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

  return async (term: Term, sent: Sent): Promise<void> => {
    const [newest] = sent.attempts
    assert(newest !== undefined, 'what was sent was signed')
    const waited = broadcaster.waited(newest.hash)
    // Another process sent it during an earlier term.
    if (!waited) return broadcaster.send(newest)
    const { sinceFirstMs, sinceLastMs } = waited
    if (sinceFirstMs >= lostMs && (await recover(term, sent))) return
    if (sinceLastMs < resendMs) return
    if (isNext(sent)) {
      const isStuck =
        sinceFirstMs >= stuckMs || (await isOutbid(chain.client, newest))
      if (isStuck && (await raiseFees(term, sent))) return
    }
    await broadcaster.send(newest)
  }
}
