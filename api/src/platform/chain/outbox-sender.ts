import {
  type Address,
  BaseError,
  ExecutionRevertedError,
  type Hash,
  type Hex,
} from 'viem'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'
import { assert } from '#core/errors.ts'
import type { Database, Transaction } from '../db/database.ts'
import type { Term } from '../db/lease.ts'
import type { Logger } from '../logger.ts'
import type { Chain, Receipt } from './chain.ts'
import type { Fees, OperatorAccount } from './operator-account.ts'
import type {
  Attempt,
  OutboxChange,
  OutboxRow,
  OutboxStore,
} from './outbox.store.ts'
import { rpcFailure } from './rpc-failure.ts'

/** How long to wait for what, in milliseconds. */
export type Patience = {
  /** Before the same bytes are sent again: a node may have dropped them. */
  resendMs: number
  /** Before more is offered for a place in a block. */
  stuckMs: number
  /** Before a nonce counts as used by somebody else with the same key. */
  lostMs: number
}

export const PATIENCE: Patience = {
  resendMs: 3_000,
  stuckMs: 15_000,
  lostMs: 30_000,
}

const RETRY_EVERY_MS = 5_000
/** Blocks on top that count as final where the chain does not say. */
const DEPTH = BigInt(CONFIRMATIONS_NEEDED - 1)
const LOW_GAS_TOLD_EVERY_MS = 60_000
/** The operator hears of it while this many more could still be paid. */
const LOW_GAS_TRANSACTIONS = 20n
const FEE_PER_GAS_MAX = 100n * 10n ** 9n
/** What a node says to bytes that it has, or that the chain has. */
const KNOWN_ALREADY = /already|known|nonce too low/i

type SenderDeps = {
  db: Database
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
  /** By hash, when this process last sent an attempt and first did. */
  readonly #sent = new Map<Hash, { firstMs: number; lastMs: number }>()
  readonly #retryAtMs = new Map<number, number>()
  #lowGasToldMs = Number.NEGATIVE_INFINITY

  constructor(deps: SenderDeps) {
    this.#deps = deps
    this.#patience = deps.patience ?? PATIENCE
  }

  /** @returns the transactions that came to be final, or no longer are. */
  async tick(term: Term): Promise<number[]> {
    const { account, store } = this.#deps
    const count = await account.transactionCount('latest')
    const changed = await this.#reopen(term, count)
    for (const row of await store.unsettled()) {
      if (row.status === 'queued') await this.#launch(term, row, count)
      else if (await this.#follow(term, row, count)) changed.push(row.id)
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

  async #launch(term: Term, row: OutboxRow, count: number): Promise<void> {
    const { account, store } = this.#deps
    if (performance.now() < (this.#retryAtMs.get(row.id) ?? 0)) return
    const gas = await this.#gasOf(term, row)
    if (gas === undefined) return
    const fees = await account.feesOver()
    if (!(await this.#canPay(gas * fees.maxFeePerGas))) {
      return this.#postpone(term, row, 'no_gas')
    }
    const nonce = Math.max(count, await store.nextNonce(account.address))
    const sender = account.address
    await this.#attempt(term, { ...row, nonce, gas, sender }, fees)
  }

  /** @returns whether it came to be final or failed. */
  async #follow(term: Term, row: OutboxRow, count: number): Promise<boolean> {
    const attempts = await this.#deps.store.attemptsOf(row.id)
    const receipt = await this.#receiptOf(attempts)
    if (receipt) return this.#note(term, row, receipt)
    if (row.status === 'mined') await this.#change(term, row, SENT_AGAIN)
    const [newest] = attempts
    assert(newest !== undefined, 'what was sent was signed')
    await this.#press(term, row, { newest, attempts, count })
    return false
  }

  async #note(term: Term, row: OutboxRow, receipt: Receipt): Promise<boolean> {
    const { chain } = this.#deps
    const { blockNumber, blockHash } = receipt
    const finalized = (await chain.finalized()) ?? (await chain.head()) - DEPTH
    const isFinal = blockNumber <= finalized
    const outcome = receipt.status === 'success' ? 'final' : 'failed'
    const status = isFinal ? outcome : 'mined'
    if (status === row.status && blockHash === row.blockHash) return false
    await this.#change(term, row, { status, blockNumber, blockHash })
    if (status === 'failed') {
      this.#deps.log.error({ outbox: row.id }, 'operator call was reverted')
    }
    return isFinal
  }

  /** Nothing of it is on the chain: sends it again, or for more. */
  async #press(
    term: Term,
    row: OutboxRow,
    {
      newest,
      attempts,
      count,
    }: { newest: Attempt; attempts: Attempt[]; count: number },
  ): Promise<void> {
    const { account, log } = this.#deps
    const nowMs = performance.now()
    const sent = this.#sent.get(newest.hash)
    if (!sent) return this.#send(newest)
    const waitedMs = nowMs - sent.firstMs
    const isNext = row.nonce === count && row.sender === account.address
    if (isNext && waitedMs >= this.#patience.stuckMs) {
      const fees = await account.feesOver(newest)
      if (fees.maxFeePerGas <= FEE_PER_GAS_MAX) {
        log.warn({ outbox: row.id, attempts: attempts.length }, 'fees raised')
        return this.#attempt(term, row, fees)
      }
      log.error({ outbox: row.id }, 'fees are too high to go on')
    }
    if (
      waitedMs >= this.#patience.lostMs &&
      (await this.#isTaken(row, attempts))
    ) {
      return this.#requeue(term, row)
    }
    if (nowMs - sent.lastMs >= this.#patience.resendMs) await this.#send(newest)
  }

  async #receiptOf(attempts: Attempt[]): Promise<Receipt | undefined> {
    for (const { hash } of attempts) {
      const receipt = await this.#deps.chain.receiptOf(hash)
      if (receipt) return receipt
    }
    return undefined
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
    await this.#write(term, async (tx) => {
      await store.dropAttempts(tx, row.id)
      await store.change(tx, row.id, { status: 'queued', nonce: null })
    })
  }

  /** Signs it and keeps that before it sends it. */
  async #attempt(term: Term, row: OutboxRow, fees: Fees): Promise<void> {
    const { account, store } = this.#deps
    const { nonce, gas, sender } = row
    assert(nonce !== null && gas !== null, 'a nonce and gas are chosen first')
    const signed = await account.sign({ ...callOf(row), ...fees, nonce, gas })
    const attempt = { ...signed, ...fees, transactionId: row.id }
    await this.#write(term, async (tx) => {
      await store.addAttempt(tx, attempt)
      const status = 'sent'
      await store.change(tx, row.id, {
        status,
        nonce,
        gas,
        sender,
        problem: null,
      })
    })
    await this.#send(attempt)
  }

  async #send({ hash, raw }: Pick<Attempt, 'hash' | 'raw'>): Promise<void> {
    const { account, log } = this.#deps
    const lastMs = performance.now()
    const firstMs = this.#sent.get(hash)?.firstMs ?? lastMs
    this.#sent.set(hash, { firstMs, lastMs })
    try {
      await account.send(raw)
    } catch (thrown) {
      // Whatever a node says, the chain decides: it is looked for there.
      const error = rpcFailure(thrown)
      const isKnown =
        error instanceof Error && KNOWN_ALREADY.test(error.message)
      if (!isKnown) log.warn({ error, hash }, 'operator call not accepted yet')
    }
  }

  async #gasOf(term: Term, row: OutboxRow): Promise<bigint | undefined> {
    try {
      return await this.#deps.account.gasOf(callOf(row))
    } catch (error) {
      const isRefused =
        error instanceof BaseError &&
        error.walk((cause) => cause instanceof ExecutionRevertedError)
      if (!isRefused) throw error
      await this.#postpone(term, row, 'refused')
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
      const balance = String(balanceWei)
      log.error({ address, balanceWei: balance }, 'operator is low on gas')
    }
    return balanceWei >= costWei
  }

  async #postpone(
    term: Term,
    row: OutboxRow,
    problem: NonNullable<OutboxRow['problem']>,
  ): Promise<void> {
    this.#retryAtMs.set(row.id, performance.now() + RETRY_EVERY_MS)
    if (row.problem === problem) return
    this.#deps.log.error({ outbox: row.id, problem }, 'operator call waits')
    await this.#change(term, row, { problem })
  }

  #change(term: Term, { id }: OutboxRow, change: OutboxChange): Promise<void> {
    return this.#write(term, (tx) => this.#deps.store.change(tx, id, change))
  }

  #write(term: Term, work: (tx: Transaction) => Promise<void>): Promise<void> {
    return this.#deps.db.transaction(async (tx) => {
      await term.guard(tx)
      await work(tx)
    })
  }
}

const SENT_AGAIN: OutboxChange = {
  status: 'sent',
  blockNumber: null,
  blockHash: null,
}

function callOf({ to, data, value }: OutboxRow) {
  return { to: to as Address, data: data as Hex, value }
}
