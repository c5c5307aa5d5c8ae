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

/** Some failed, and are to be tried again. */
class Unsettled extends Error {
  override readonly name = 'Unsettled'
}

/** Decides what payments bring that have all their confirmations. */
export class DepositSettler {
  readonly #deps: SettlerDeps

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /**
   * Settles those of the payments that the chain has made final.
   *
   * @throws Unsettled at the end, when some of them failed.
   */
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
    let failures = 0
    for (const some of chunksOf(final, QUESTIONS_AT_ONCE)) {
      if (signal.aborted) return
      failures += await this.#settleSome(term, some)
    }
    if (failures > 0) throw new Unsettled(`${failures} deposits not settled`)
  }

  /**
   * Asks once more, with all of each payment in view, and then decides.
   *
   * @returns how many failed: one that does holds up no other.
   */
  async #settleSome(term: Term, rows: readonly DepositRow[]): Promise<number> {
    const { chain, log } = this.#deps
    let failures = 0
    const failed = (deposit: string) => (thrown: unknown) => {
      failures += 1
      log.error({ error: rpcFailure(thrown), deposit }, 'deposit not settled')
    }
    const checked = await Promise.all(
      rows.map(async (row) => {
        const verdict = await checkPayment(chain, row).catch(failed(row.id))
        return { row, verdict }
      }),
    )
    for (const { row, verdict } of checked) {
      if (!verdict) continue
      await this.#decide(term, row, verdict).catch(failed(row.id))
    }
    return failures
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
