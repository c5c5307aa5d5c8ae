import type { Chain } from '../../platform/chain/chain.ts'
import { rpcFailure } from '../../platform/chain/rpc-failure.ts'
import { chunksOf } from '../../platform/chunks-of.ts'
import { type Term, TermOver } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { DepositChain } from './deposit-chain.ts'
import { isBelowMinimum, uncredited } from './deposit-worth.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositChange, DepositRow } from './deposits.store.ts'
import { answersTo } from './in-turns.ts'
import type { PaymentChecker, Verdict } from './payment-check.ts'

const REASONS = {
  refuted: 'The chain shows no such payment.',
  ofTheHouse: 'Sent by the house itself: it brings no coins.',
}

/** So many are asked about before the first of them are decided. */
const ROWS_AT_ONCE = 100

type SettlerDeps = {
  chain: Chain
  checker: PaymentChecker
  site: DepositChain
  deposits: DepositsService
  log: Logger
}

/** To be written at once with many others, or credited by itself. */
type Decision =
  | { row: DepositRow; change: DepositChange }
  | { row: DepositRow; amount: bigint }

/** Decides what payments bring that have all their confirmations. */
export class DepositSettler {
  readonly #deps: SettlerDeps

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /**
   * Settles those of the payments that the chain has made final, until told
   * to stop.
   *
   * @returns how many failed: one that does holds up no other.
   */
  async settle(
    term: Term,
    ripe: readonly DepositRow[],
    stop: AbortSignal,
  ): Promise<number> {
    if (ripe.length === 0) return 0
    const { chain } = this.#deps
    await chain.check()
    const finalized = await chain.finalized()
    const final = ripe.filter(({ blockNumber }) => blockNumber <= finalized)
    let failures = 0
    for (const some of chunksOf(final, ROWS_AT_ONCE)) {
      if (stop.aborted) break
      failures += await this.#settleSome(term, some, stop)
    }
    return failures
  }

  /** Asks once more, with all of each payment in view, and then decides. */
  async #settleSome(
    term: Term,
    rows: readonly DepositRow[],
    stop: AbortSignal,
  ): Promise<number> {
    const { deposits, log } = this.#deps
    let failures = 0
    const failed = (some: readonly DepositRow[]) => (thrown: unknown) => {
      // Nothing more can be written: the rest need not be tried.
      if (thrown instanceof TermOver) throw thrown
      failures += some.length
      const error = rpcFailure(thrown)
      const others = some.length - 1
      log.error({ error, deposit: some[0]?.id, others }, 'deposit not settled')
    }
    const decisions = await this.#decide(rows, failed)
    const changes = decisions.filter((decision) => 'change' in decision)
    const changing = changes.map(({ row }) => row)
    await deposits.advance(term, changes).catch(failed(changing))
    for (const decision of decisions) {
      if (stop.aborted) break
      if (!('amount' in decision)) continue
      const { row, amount } = decision
      await deposits.credit(term, row, amount).catch(failed([row]))
    }
    return failures
  }

  /** Asks about each transaction once. @returns decisions in the rows' order. */
  async #decide(
    rows: readonly DepositRow[],
    failed: (some: readonly DepositRow[]) => (thrown: unknown) => void,
  ): Promise<Decision[]> {
    const { checker } = this.#deps
    const transactions = Map.groupBy(rows, ({ txHash }) => txHash)
    const answers = await answersTo([...transactions], async ([hash, some]) =>
      hash ? checker.check(hash, some).catch(failed(some)) : undefined,
    )
    const checked = [...answers.values()].flatMap((some) => some ?? [])
    const verdicts = new Map(checked.map((one) => [one.payment, one.verdict]))
    return rows.flatMap((row) => {
      const verdict = verdicts.get(row)
      return (verdict && this.#decision(row, verdict)) ?? []
    })
  }

  #decision(row: DepositRow, verdict: Verdict): Decision | undefined {
    if (verdict.kind === 'missing') return undefined
    if (verdict.place.blockHash !== row.blockHash) return undefined
    if (verdict.kind === 'refuted') return rejected(row, REASONS.refuted)
    const house = this.#deps.site.operator?.toLowerCase() ?? ''
    if (verdict.senders.includes(house)) {
      return rejected(row, REASONS.ofTheHouse)
    }
    const { amount } = verdict
    const isDust = amount === row.amount && isBelowMinimum(row)
    return isDust ? { row, change: uncredited(row) } : { row, amount }
  }
}

function rejected(row: DepositRow, reason: string): Decision {
  return { row, change: { status: 'rejected', reason } }
}
