import { assert } from '#core/assert.ts'
import type { Term } from '../../db/lease.ts'
import type { Logger } from '../../logger.ts'
import type { Chain } from '../nodes/chain.ts'
import { FEE_PER_GAS_MAX, feesOver, isOutbid } from './fees.ts'
import type { GasWatch } from './gas-watch.ts'
import type { OperatorAccount } from './operator-account.ts'
import type { Attempt, OutboxRow, OutboxStore } from './outbox.store.ts'
import { noteProblem } from './outbox-problem.ts'
import type { OutboxSigner } from './outbox-signer.ts'

/** A transaction that the chain has no attempt of. */
export type Sent = {
  row: OutboxRow
  /** Newest first. */
  attempts: Attempt[]
  /** Transactions that the chain has taken from the account. */
  count: number
}

type FeeBumperDeps = {
  store: OutboxStore
  chain: Chain
  account: OperatorAccount
  signer: OutboxSigner
  gas: GasWatch
  log: Logger
}

/** Raises the fees of a transaction that blocks leave out. */
export class FeeBumper {
  readonly #deps: FeeBumperDeps

  constructor(deps: FeeBumperDeps) {
    this.#deps = deps
  }

  /** Whether blocks have become dearer than what was offered last. */
  async isOutbid(sent: Sent): Promise<boolean> {
    const [newest] = sent.attempts
    if (!newest || !this.#isFirst(sent)) return false
    return isOutbid(this.#deps.chain.client, newest)
  }

  /** @returns whether it did. */
  async raise(term: Term, sent: Sent): Promise<boolean> {
    if (!this.#isFirst(sent)) return false
    const { chain, gas, log, signer } = this.#deps
    const { attempts, row } = sent
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
    log.warn(
      { outbox: row.id, attempts: attempts.length },
      'outbox.fees_raised',
    )
    await signer.sign(term, row, fees)
    return true
  }

  /** Later ones wait for the first alone. */
  #isFirst({ count, row }: Sent): boolean {
    return row.nonce === count && row.sender === this.#deps.account.address
  }
}
