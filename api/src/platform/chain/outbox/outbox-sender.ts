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
import { openBroadcaster } from './broadcaster.ts'
import { openGasWatch } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { OutboxChange, OutboxRow, OutboxStore } from './outbox.store.ts'
import { openOutboxSigner } from './outbox-signer.ts'
import { openResubmitter, type Timeouts } from './resubmitter.ts'
import { openSubmitter } from './submitter.ts'

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

export type OutboxSender = ReturnType<typeof openOutboxSender>

/**
 * Sends the outbox in the order of nonces. Each attempt is in the database
 * before it is sent, so the next leader can continue.
 */
export function openOutboxSender(deps: SenderDeps) {
  const { account, chain, log, store } = deps
  const broadcaster = openBroadcaster(deps)
  const gas = openGasWatch(deps)
  const signAndSend = openOutboxSigner({ ...deps, broadcaster })
  const submit = openSubmitter({ ...deps, gas, signAndSend })
  const resubmit = openResubmitter({ ...deps, broadcaster, gas, signAndSend })
  let checkedMs = Number.NEGATIVE_INFINITY

  function change(term: Term, { id }: OutboxRow, change: OutboxChange) {
    return store.write(term, (tx) => store.change(tx, id, change))
  }

  /** Reopens transactions whose block was reorged out: their nonce is free again. */
  async function reopen(term: Term, count: number): Promise<number[]> {
    const reopened: number[] = []
    for (const row of await store.settledFrom(account.address, count)) {
      const { blockHash, blockNumber } = row
      assert(blockNumber !== null, 'what is settled is in a block')
      assert(blockHash !== null, 'what is settled is in a block')
      if (!(await isReplaced(chain, { blockNumber, blockHash }))) continue
      await change(term, row, SENT_AGAIN)
      reopened.push(row.id)
    }
    return reopened
  }

  /** @returns true when it became final. */
  async function follow(
    term: Term,
    row: OutboxRow,
    count: number,
  ): Promise<boolean> {
    const attempts = await store.attemptsOf(row.id)
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
    await resubmit(term, { row, attempts, count })
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

  return {
    /** @returns ids of transactions that became final, or were reorged out. */
    async tick(term: Term, signal?: AbortSignal): Promise<number[]> {
      await gas.check()
      const isDue = performance.now() - checkedMs >= reorgCheckMs(chain)
      if (!isDue && (await store.unsettled()).length === 0) return []
      const count = await account.transactionCount('latest')
      checkedMs = performance.now()
      const changed = await reopen(term, count)
      for (const row of await store.unsettled()) {
        if (signal?.aborted) break
        if (row.status === 'queued') await submit(term, row, count)
        else if (await follow(term, row, count)) changed.push(row.id)
      }
      return changed
    },

    /** Call it while another process leads. */
    rest: gas.rest,
  }
}
