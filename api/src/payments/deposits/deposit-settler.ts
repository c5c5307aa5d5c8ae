import { answersTo, chunksOf } from '../../platform/batches.ts'
import type { DepositChain } from '../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../platform/chain/nodes/chain.ts'
import type { Transaction } from '../../platform/db/database.ts'
import { type Guard, TermOver } from '../../platform/db/lease.ts'
import type { Logger } from '../../platform/logger.ts'
import type { Metrics } from '../../platform/metrics.ts'
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

const REFUTED = {
  status: 'rejected',
  cause: { code: 'not_on_chain' },
  confirmations: 0,
} as const

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
  /** Whether credits wait for the operator. */
  isPaused: () => boolean
}

/** To be written at once with many others, or credited by itself. */
type Decision = Note | Credit
type Note = {
  row: DepositRow
  change: DepositChange
  /** It is noted only if the wallet has received all of it. */
  isLimited: boolean
}
type Credit = {
  row: DepositRow
  amount: bigint
  isOfHouse?: boolean
  /** Not more of it is credited than the wallet has received. */
  isLimited: boolean
}

/** What payments are bounded by, in the transactions that settle them. */
type Limit = {
  /** How much of it there is; undefined while that is not certain. */
  of(tx: Transaction, row: DepositRow): Promise<bigint | undefined>
  /** Whether some payments of one account are there, with all others. */
  holds(tx: Transaction, rows: readonly DepositRow[]): Promise<boolean>
}

type Failed = (some: readonly DepositRow[]) => (error: unknown) => void

type Some = {
  rows: readonly DepositRow[]
  settled: ReturnType<typeof settledPayments>
  /** That it is the right chain, before anything is written. */
  checked: Promise<void>
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
    const { chain, checker, isPaused } = this.#deps
    if (ripe.length === 0 || isPaused()) return []
    const settled = settledPayments(chain, checker)
    const checked = chain.check()
    const failures: DepositRow[] = []
    for (const rows of chunksOf(ripe, ROWS_AT_ONCE)) {
      const some = { rows, settled, checked }
      failures.push(...(await this.#settleSome(term, some)))
      // Some go with each tick, however slow the nodes are.
      if (stop.aborted) break
    }
    return failures
  }

  /** Asks once more, with all of each payment in view, and then decides. */
  async #settleSome(
    term: Guard,
    { rows, settled, checked }: Some,
  ): Promise<DepositRow[]> {
    const { deposits, log, metrics } = this.#deps
    const failures: DepositRow[] = []
    const failed: Failed = (some) => (error) => {
      // Nothing more can be written: the rest need not be tried.
      if (error instanceof TermOver) throw error
      failures.push(...some)
      if (error instanceof NodesDisagree) metrics.rpcDisagreements.inc()
      const others = some.length - 1
      log.error(
        { error, deposit: some[0]?.id, others },
        'deposit.settlement_failed',
      )
    }
    const [decisions] = await Promise.all([
      this.#decide(rows, settled, failed),
      checked,
    ])
    const notes = decisions.filter((decision) => 'change' in decision)
    const free = notes.filter(({ isLimited }) => !isLimited)
    await deposits.advance(term, free).catch(failed(rowsOf(free)))
    const limited = decisions.filter(({ isLimited }) => isLimited)
    const limit = await this.#limitOf(rowsOf(limited)).catch(
      (error: unknown) => {
        failed(rowsOf(limited))(error)
        return undefined
      },
    )
    const dust = notes.filter(({ isLimited }) => isLimited)
    const lacking =
      limit && (await this.#noteDust(term, dust, { limit, failed }))
    const credits = decisions.filter((decision) => 'amount' in decision)
    for (const credit of [...credits, ...(lacking ?? [])]) {
      const { row, amount: claimed, isLimited, isOfHouse } = credit
      if (isLimited && !limit) continue
      const bound = isLimited ? limit?.of : undefined
      const paid = { claimed, isOfHouse, limit: bound }
      await deposits.credit(term, row, paid).catch(failed([row]))
    }
    return failures
  }

  /**
   * Notes what is too little, all of an account at once: anybody can make
   * thousands of such payments.
   *
   * @returns those of accounts where something lacks, to be judged one by one.
   */
  async #noteDust(
    term: Guard,
    dust: readonly Note[],
    { limit, failed }: { limit: Limit; failed: Failed },
  ): Promise<Credit[]> {
    const { deposits } = this.#deps
    const lacking: DepositRow[] = []
    const accounts = Map.groupBy(
      dust,
      ({ row }) => `${row.wallet} ${row.cryptoType}`,
    )
    for (const notes of accounts.values()) {
      const rows = rowsOf(notes)
      const isNoted = await deposits
        .advance(term, notes, (tx) => limit.holds(tx, rows))
        .catch(failed(rows))
      if (isNoted === false) lacking.push(...rows)
    }
    return lacking.map((row) => ({ row, amount: row.amount, isLimited: true }))
  }

  /**
   * What payments are bounded by. Where old state is lost our own tokens'
   * receipts have to do, and coin waits.
   */
  async #limitOf(rows: readonly DepositRow[]): Promise<Limit | undefined> {
    const { backing } = this.#deps
    if (rows.length === 0) return undefined
    const known = await backing.backingOf(rows)
    if (known !== 'pruned') {
      return {
        of: (tx, row) => backing.backed(tx, row, known),
        holds: (tx, some) => backing.areBacked(tx, some, known),
      }
    }
    return {
      of: async (_, row) =>
        row.cryptoType === 'tBNB' ? undefined : row.amount,
      holds: async (_, some) =>
        some.every(({ cryptoType }) => cryptoType !== 'tBNB'),
    }
  }

  /** Asks about each transaction once. @returns decisions in the rows' order. */
  async #decide(
    rows: readonly DepositRow[],
    settled: Some['settled'],
    failed: Failed,
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
      return { row, change: REFUTED, isLimited: false }
    }
    const { amount, senders } = verdict
    const { operator, treasury } = this.#deps.site
    const house = [operator, treasury].map((own) => own?.toLowerCase())
    const isLimited = mayBeFound || row.cryptoType !== 'tBNB'
    if (senders.some((sender) => house.includes(sender))) {
      return { row, amount, isOfHouse: true, isLimited }
    }
    const isDust = amount === row.amount && isBelowMinimum(row) && !mayBeFound
    if (isDust) return { row, change: uncredited(row), isLimited }
    return { row, amount, isLimited }
  }
}

function rowsOf(decisions: readonly Decision[]): DepositRow[] {
  return decisions.map(({ row }) => row)
}
