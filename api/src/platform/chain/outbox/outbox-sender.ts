import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import {
  attemptReceipt,
  type Chain,
  isReplaced,
  reorgCheckMs,
} from '../nodes/chain.ts'
import type { Receipt } from '../nodes/chain-node.ts'
import { isCallRejected } from '../nodes/rpc-failure.ts'
import { createBroadcaster, type Timeouts } from './broadcaster.ts'
import {
  bumpFees,
  FEE_PER_GAS_MAX,
  type Fees,
  PLAIN_PAYMENT_GAS,
} from './fees.ts'
import { SMALL_CALL_GAS } from './gas-level.ts'
import type {
  Attempt,
  OutboxChange,
  OutboxRow,
  OutboxStore,
} from './outbox.store.ts'
import type { SigningAccount } from './signing-account.ts'

const FINALIZED_MAX_AGE_MS = 400
const RETRY_EVERY_MS = 5_000
/** Gas limit of a payment to an account with code, which bounds its cost. */
const PAYMENT_GAS_MAX = 100_000n

const SENT_AGAIN: OutboxChange = {
  status: 'sent',
  blockNumber: null,
  blockHash: null,
}

type Problem = NonNullable<OutboxRow['problem']>

export type SenderDeps = {
  store: OutboxStore
  chain: Chain
  account: SigningAccount
  log: Logger
  timeouts?: Timeouts
}

export type OutboxSender = ReturnType<typeof createOutboxSender>

/**
 * Creates the sender of the outbox, in the order of nonces. Each attempt is in the
 * database before it is sent, so the next leader can continue.
 */
export function createOutboxSender({
  account,
  chain,
  log,
  store,
  timeouts,
}: SenderDeps) {
  const broadcaster = createBroadcaster({ chain, log, timeouts })
  const retryAtMs = new Map<number, number>()
  let checkedMs = Number.NEGATIVE_INFINITY

  /** @returns ids of transactions that became final, or were reorged out. */
  async function tick(term: Term, signal?: AbortSignal): Promise<number[]> {
    const isDue = performance.now() - checkedMs >= reorgCheckMs(chain)
    if (!isDue && (await store.listUnsettled()).length === 0) return []
    const count = await account.transactionCount('latest')
    checkedMs = performance.now()
    const changed = await reopen(term, count)
    for (const row of await store.listUnsettled()) {
      if (signal?.aborted) break
      if (row.status === 'queued') await submit(term, row, count)
      else if (await follow(term, row, count)) changed.push(row.id)
    }
    return changed
  }

  /** Reopens transactions whose block was reorged out: their nonce is free again. */
  async function reopen(term: Term, count: number): Promise<number[]> {
    const reopened: number[] = []
    for (const row of await store.settledFrom(account.address, count)) {
      const { blockHash, blockNumber } = row
      assert(blockNumber !== null, 'a settled transaction has a block')
      assert(blockHash !== null, 'a settled transaction has a block')
      if (!(await isReplaced(chain, { blockNumber, blockHash }))) continue
      await change(term, row, SENT_AGAIN)
      reopened.push(row.id)
    }
    return reopened
  }

  /** Gives a queued transaction its nonce and sends it, unless it has to wait. */
  async function submit(
    term: Term,
    row: OutboxRow,
    count: number,
  ): Promise<void> {
    if (performance.now() < (retryAtMs.get(row.id) ?? 0)) return
    const fees = await bumpFees(chain.client)
    const gas = await estimateGas(row)
    retryAtMs.set(row.id, performance.now() + RETRY_EVERY_MS)
    if (gas === 'unknown') {
      log.warn({ outbox: row.id }, 'outbox.gas_unknown')
      return
    }
    const problem = await findProblem(row, fees, gas)
    if (problem) return noteProblem(term, row, problem)
    // The account can pay for a refused call, and it is still refused.
    if (gas === undefined) return noteProblem(term, row, 'refused')
    const nonce = await store.freeNonce(account.address, count)
    await signAndSend(term, { ...row, nonce, gas }, fees)
    retryAtMs.delete(row.id)
  }

  /** Returns undefined when the call would revert, or unknown without an answer. */
  async function estimateGas(
    row: OutboxRow,
  ): Promise<bigint | undefined | 'unknown'> {
    try {
      if (row.data !== '0x') return await account.estimateGas(row)
      // Payments aren't estimated: one that the code of an account rejects
      // must not wait forever.
      const code = await chain.client.getCode({ address: row.to })
      return code ? PAYMENT_GAS_MAX : PLAIN_PAYMENT_GAS
    } catch (error) {
      return isCallRejected(error) ? undefined : 'unknown'
    }
  }

  async function signAndSend(
    term: Term,
    { id: transactionId, to, data, value, nonce, gas }: OutboxRow,
    fees: Fees,
  ): Promise<void> {
    assert(nonce !== null && gas !== null, 'a nonce and gas are chosen first')
    const signing = { to, data, value, ...fees, nonce, gas }
    const attempt = { ...(await account.sign(signing)), ...fees }
    const sender = account.address
    const sent = { status: 'sent', problem: null, nonce, gas, sender } as const
    await store.write(term, async (tx) => {
      await store.addAttempt(tx, { ...attempt, transactionId })
      await store.change(tx, transactionId, sent)
    })
    await broadcaster.send(attempt)
  }

  /** @returns true when it became final. */
  async function follow(
    term: Term,
    row: OutboxRow,
    count: number,
  ): Promise<boolean> {
    const attempts = await store.listAttempts(row.id)
    const isOurs = row.sender === account.address
    const isWaiting =
      isOurs && row.status === 'sent' && count <= (row.nonce ?? 0)
    const receipt = isWaiting
      ? undefined
      : await attemptReceipt(chain, attempts)
    if (receipt) {
      broadcaster.forget(attempts)
      return note(term, row, receipt)
    }
    if (row.status === 'mined') await change(term, row, SENT_AGAIN)
    // Only the next nonce needs higher fees: all later ones wait for it.
    const isNext = isOurs && row.nonce === count
    await broadcaster.pursue(attempts, {
      raiseFees: isNext ? () => raiseFees(term, row, attempts) : undefined,
      recover: async () => {
        const loss = await findLoss(row, attempts)
        if (loss) await requeue(term, row, { attempts, loss })
        else await fillGap(term, row, count)
        return loss !== undefined
      },
    })
    return false
  }

  async function note(
    term: Term,
    row: OutboxRow,
    receipt: Receipt,
  ): Promise<boolean> {
    const { blockNumber, blockHash } = receipt
    const isFinal = blockNumber <= (await chain.finalized(FINALIZED_MAX_AGE_MS))
    const outcome = receipt.status === 'success' ? 'final' : 'failed'
    const status = isFinal ? outcome : 'mined'
    if (status === row.status && blockHash === row.blockHash) return false
    const mined = { status, blockNumber, blockHash, problem: null } as const
    await change(term, row, mined)
    if (status === 'failed') log.error({ outbox: row.id }, 'outbox.reverted')
    return isFinal
  }

  /** @returns false when the account can't or mustn't pay more. */
  async function raiseFees(
    term: Term,
    row: OutboxRow,
    attempts: readonly Attempt[],
  ): Promise<boolean> {
    const fees = await bumpFees(chain.client, attempts[0])
    const problem = await findProblem(row, fees, row.gas ?? undefined)
    if (problem) {
      await noteProblem(term, row, problem)
      return false
    }
    const fields = { outbox: row.id, attempts: attempts.length }
    log.warn(fields, 'outbox.fees_raised')
    await signAndSend(term, row, fees)
    return true
  }

  /** Returns why no block will include it, or undefined when one may. */
  async function findLoss(
    { nonce, sender }: OutboxRow,
    attempts: readonly Attempt[],
  ): Promise<string | undefined> {
    // A block may still include it, so calls must be safe to execute twice.
    if (sender !== account.address) return 'the operator key was changed'
    const settled = await account.transactionCount('finalized')
    const isTaken = nonce !== null && nonce < settled
    if (!isTaken || (await attemptReceipt(chain, attempts))) return undefined
    return 'the operator key is used elsewhere'
  }

  async function requeue(
    term: Term,
    { id }: OutboxRow,
    { attempts, loss }: { attempts: readonly Attempt[]; loss: string },
  ): Promise<void> {
    broadcaster.forget(attempts)
    log.error({ outbox: id, loss }, 'outbox.requeued')
    await store.write(term, async (tx) => {
      await store.dropAttempts(tx, id)
      await store.change(tx, id, { status: 'queued', nonce: null })
    })
  }

  /**
   * Fills a gap in the nonces before this one, which all later ones wait for:
   * another user of the key took the nonce, and a reorg dropped it.
   */
  async function fillGap(
    term: Term,
    row: OutboxRow,
    count: number,
  ): Promise<void> {
    const { address } = account
    const nonce = await store.freeNonce(address, count)
    if (row.nonce === null || nonce >= row.nonce) return
    if ((await store.countUnmined('fill_nonce')) > 0) return
    log.error({ outbox: row.id, nonce }, 'outbox.nonce_missing')
    const filler = { purpose: 'fill_nonce', to: address, data: '0x' } as const
    await store.write(term, (tx) => store.enqueue(tx, filler))
  }

  /** Returns why a transaction can't be sent at these fees, if it can't. */
  async function findProblem(
    { value }: OutboxRow,
    { maxFeePerGas }: Fees,
    gas = SMALL_CALL_GAS,
  ): Promise<Problem | undefined> {
    if (maxFeePerGas > FEE_PER_GAS_MAX) return 'fees_too_high'
    const costWei = gas * maxFeePerGas + value
    return (await account.balance()) < costWei ? 'no_gas' : undefined
  }

  /** Stores why a transaction waits, and logs each new reason once. */
  async function noteProblem(
    term: Term,
    row: OutboxRow,
    problem: Problem,
  ): Promise<void> {
    if (row.problem === problem) return
    log.error({ outbox: row.id, problem }, 'outbox.blocked')
    await change(term, row, { problem })
  }

  function change(term: Term, { id }: OutboxRow, change: OutboxChange) {
    return store.write(term, async (tx) => store.change(tx, id, change))
  }

  return { tick }
}
