import type { Chain } from '../../platform/chain/chain.ts'
import { rpcFailure } from '../../platform/chain/rpc-failure.ts'
import { chunksOf } from '../../platform/chunks-of.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Guard, TermOver } from '../../platform/db/lease.ts'
import { answersTo } from '../../platform/in-turns.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
import type { DepositChain } from './deposit-chain.ts'
import { isBelowMinimum, uncredited } from './deposit-worth.ts'
import type { DepositsService } from './deposits.service.ts'
import type { DepositChange, DepositRow } from './deposits.store.ts'
import type { PaymentBacking } from './payment-backing.ts'
import type { PaymentChecker } from './payment-check.ts'
import {
  NodesDisagree,
  type SettledPayment,
  settledPayments,
} from './settled-payments.ts'
import type { UnattributedStore } from './unattributed.store.ts'

const REFUTED = 'The chain shows no such payment.'

/** So many are asked about before the first of them are decided. */
const ROWS_AT_ONCE = 100

type SettlerDeps = {
  chain: Chain
  checker: PaymentChecker
  site: DepositChain
  unattributed: UnattributedStore
  backing: PaymentBacking
  deposits: DepositsService
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
}

/** To be written at once with many others, or credited by itself. */
type Decision = { row: DepositRow; change: DepositChange } | Credit
type Credit = {
  row: DepositRow
  amount: bigint
  isOfHouse?: boolean
  /** Not more of it is credited than the wallet has received. */
  isLimited: boolean
}

type Some = {
  rows: readonly DepositRow[]
  settled: ReturnType<typeof settledPayments>
}

/** Decides what payments bring that have all their confirmations. */
export class DepositSettler {
  readonly #deps: SettlerDeps

  constructor(deps: SettlerDeps) {
    this.#deps = deps
  }

  /**
   * Settles those of the payments that the chain has made final; told to stop,
   * only the first of them.
   *
   * @returns those that failed: one that does holds up no other.
   */
  async settle(
    term: Guard,
    ripe: readonly DepositRow[],
    stop: AbortSignal,
  ): Promise<DepositRow[]> {
    if (ripe.length === 0) return []
    const { chain, checker } = this.#deps
    await chain.check()
    const settled = settledPayments(chain, checker)
    const failures: DepositRow[] = []
    for (const rows of chunksOf(ripe, ROWS_AT_ONCE)) {
      failures.push(...(await this.#settleSome(term, { rows, settled })))
      // Some go with each tick, however slow the nodes are.
      if (stop.aborted) break
    }
    return failures
  }

  /** Asks once more, with all of each payment in view, and then decides. */
  async #settleSome(
    term: Guard,
    { rows, settled }: Some,
  ): Promise<DepositRow[]> {
    const { deposits, log, metrics } = this.#deps
    const failures: DepositRow[] = []
    const failed = (some: readonly DepositRow[]) => (thrown: unknown) => {
      // Nothing more can be written: the rest need not be tried.
      if (thrown instanceof TermOver) throw thrown
      failures.push(...some)
      if (thrown instanceof NodesDisagree) metrics.rpcDisagreements.inc()
      const error = rpcFailure(thrown)
      const others = some.length - 1
      log.error({ error, deposit: some[0]?.id, others }, 'deposit not settled')
    }
    const decisions = await this.#decide(rows, settled, failed)
    const changes = decisions.filter((decision) => 'change' in decision)
    const changing = changes.map(({ row }) => row)
    await deposits.advance(term, changes).catch(failed(changing))
    const credits = decisions.filter((decision) => 'amount' in decision)
    const limited = credits.filter(({ isLimited }) => isLimited)
    const rowsOf = limited.map(({ row }) => row)
    const limit = await this.#limitOf(rowsOf).catch((error: unknown) => {
      failed(rowsOf)(error)
      return undefined
    })
    for (const { row, amount: claimed, isLimited, isOfHouse } of credits) {
      if (isLimited && !limit) continue
      const paid = { claimed, isOfHouse, limit: isLimited ? limit : undefined }
      await deposits.credit(term, row, paid).catch(failed([row]))
    }
    return failures
  }

  /**
   * What payments are bounded by. Where old state is lost our own tokens'
   * receipts have to do, and coin waits.
   */
  async #limitOf(rows: readonly DepositRow[]) {
    const { backing } = this.#deps
    if (rows.length === 0) return undefined
    const known = await backing.backingOf(rows)
    return async (tx: Transaction, row: DepositRow) => {
      if (known !== 'pruned') return backing.backed(tx, row, known)
      return row.cryptoType === 'tBNB' ? undefined : row.amount
    }
  }

  /** Asks about each transaction once. @returns decisions in the rows' order. */
  async #decide(
    rows: readonly DepositRow[],
    settled: Some['settled'],
    failed: (some: readonly DepositRow[]) => (thrown: unknown) => void,
  ): Promise<Decision[]> {
    const transactions = Map.groupBy(rows, ({ txHash }) => txHash)
    const answers = await answersTo([...transactions], async ([hash, some]) =>
      hash ? settled(hash, some).catch(failed(some)) : undefined,
    )
    const known = [...answers.values()].flatMap((some) => some ?? [])
    const verdicts = new Map(known.map(({ row, verdict }) => [row, verdict]))
    const { site, unattributed } = this.#deps
    const hasFound = await unattributed.hasFound(site.instanceId, rows)
    return rows.flatMap((row) => {
      const verdict = verdicts.get(row)
      if (!verdict) return []
      return this.#decision(row, verdict, hasFound(row))
    })
  }

  /** @param mayBeFound when something was found in its account. */
  #decision(
    row: DepositRow,
    verdict: SettledPayment,
    mayBeFound: boolean,
  ): Decision {
    if (verdict.kind === 'refuted') {
      const status = 'rejected'
      return { row, change: { status, reason: REFUTED, confirmations: 0 } }
    }
    const { amount, senders } = verdict
    const { operator, treasury } = this.#deps.site
    const house = [operator, treasury].map((own) => own?.toLowerCase())
    const isLimited = mayBeFound || row.cryptoType !== 'tBNB'
    if (senders.some((sender) => house.includes(sender))) {
      return { row, amount, isOfHouse: true, isLimited }
    }
    const isDust = amount === row.amount && isBelowMinimum(row) && !mayBeFound
    if (isDust) return { row, change: uncredited(row) }
    return { row, amount, isLimited }
  }
}
