import type { Chain } from '../../platform/chain/chain.ts'
import { rpcFailure } from '../../platform/chain/rpc-failure.ts'
import { chunksOf } from '../../platform/chunks-of.ts'
import type { Term } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositChain } from './deposit-chain.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositRow } from './deposits.store.ts'
import { QUESTIONS_AT_ONCE } from './in-turns.ts'
import { checkPayment, type Verdict } from './payment-check.ts'

const REASONS = {
  refuted: 'The chain shows no such payment.',
  ofTheHouse: 'Sent by the house itself: it brings no coins.',
}

type SettlerDeps = {
  chain: Chain
  site: DepositChain
  deposits: DepositsService
  log: Logger
}

/** Decides what payments bring that have all their confirmations. */
export class DepositSettler {
  readonly #deps: SettlerDeps

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /** Settles those of the payments that the chain has made final. */
  async settle(
    term: Term,
    ripe: readonly DepositRow[],
    signal: AbortSignal,
  ): Promise<void> {
    if (ripe.length === 0) return
    const { chain } = this.#deps
    await chain.check()
    const finalized = await chain.finalized()
    const final = ripe.filter(({ blockNumber }) => blockNumber <= finalized)
    for (const some of chunksOf(final, QUESTIONS_AT_ONCE)) {
      if (signal.aborted) return
      await this.#settleSome(term, some)
    }
  }

  /** Asks once more, with all of each payment in view, and then decides. */
  async #settleSome(term: Term, rows: readonly DepositRow[]): Promise<void> {
    const checked = await Promise.all(
      rows.map(async (row) => {
        const check = () => checkPayment(this.#deps.chain, row)
        return { row, verdict: await this.#attempt(row, check) }
      }),
    )
    for (const { row, verdict } of checked) {
      if (!verdict) continue
      await this.#attempt(row, () => this.#decide(term, row, verdict))
    }
  }

  /** A payment that fails is tried again, and holds up no other one. */
  async #attempt<T>(
    { id }: DepositRow,
    work: () => Promise<T>,
  ): Promise<T | undefined> {
    try {
      return await work()
    } catch (thrown) {
      const error = rpcFailure(thrown)
      this.#deps.log.error({ error, deposit: id }, 'deposit not settled')
      return undefined
    }
  }

  async #decide(term: Term, row: DepositRow, verdict: Verdict): Promise<void> {
    const { deposits, site } = this.#deps
    if (verdict.kind === 'missing') return
    if (verdict.place.blockHash !== row.blockHash) return
    if (verdict.kind === 'refuted') {
      return deposits.reject(term, row, REASONS.refuted)
    }
    const house = site.operator?.toLowerCase() ?? ''
    if (verdict.senders.includes(house)) {
      return deposits.reject(term, row, REASONS.ofTheHouse)
    }
    await deposits.credit(term, row, verdict.amount)
  }
}
