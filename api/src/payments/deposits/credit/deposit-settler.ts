import { answersTo, chunksOf } from '../../../platform/batches.ts'
import {
  type DepositChain,
  houseAddresses,
} from '../../../platform/chain/deposit-chain.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { Transaction } from '../../../platform/db/database.ts'
import { type Guard, TermOver } from '../../../platform/db/lease.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { DepositChange, DepositRow } from '../deposits.store.ts'
import type { UnattributedStore } from '../unattributed.store.ts'
import type { PaymentBacking } from '../verify/payment-backing.ts'
import type { PaymentChecker } from '../verify/payment-check.ts'
import {
  NodesDisagree,
  type Settled,
  settledPayments,
} from '../verify/settled-payments.ts'
import { isBelowMinimum, uncredited } from './deposit-value.ts'
import type { DepositsService } from './deposits.service.ts'

const REFUTED = {
  status: 'rejected',
  cause: { code: 'not_on_chain' },
  confirmations: 0,
} as const

/** Batch size of one settlement pass; larger ones starve later deposits. */
const BATCH_SIZE = 100

/** @property isLimited bounded by what the wallet has received. */
type Decision = { row: DepositRow; isLimited: boolean } & (
  | { change: DepositChange }
  | { claimedWei: bigint; isFromHouse?: boolean }
)

/** Bounds of credits, evaluated in the transactions that write them. */
type Limit = {
  /** Returns how much of a deposit is backed; undefined while unknown. */
  of(tx: Transaction, row: DepositRow): Promise<bigint | undefined>
  /** True if all the given deposits of one account are backed together. */
  holds(tx: Transaction, rows: readonly DepositRow[]): Promise<boolean>
}

type OnFailure = (rows: readonly DepositRow[]) => (error: unknown) => void

type Batch = {
  rows: readonly DepositRow[]
  settled: ReturnType<typeof settledPayments>
  /** Rejects on the wrong chain; awaited before anything is written. */
  chainCheck: Promise<void>
}

export type DepositSettler = ReturnType<typeof openDepositSettler>

/** Opens the settlement of deposits that have all their confirmations. */
export function openDepositSettler({
  backing,
  chain,
  checker,
  deposits,
  isPaused,
  log,
  metrics,
  site,
  unattributed,
}: {
  backing: PaymentBacking
  chain: Chain
  checker: PaymentChecker
  deposits: DepositsService
  /** True while the operator has paused credits. */
  isPaused: () => boolean
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
  site: DepositChain
  unattributed: UnattributedStore
}) {
  const house = houseAddresses(site)

  /**
   * Settles the deposits that are final, in batches until `stop` aborts. At
   * least one batch is settled, however slow the nodes are.
   *
   * @returns those that failed; a failure doesn't affect other deposits.
   */
  async function settle(
    term: Guard,
    confirmed: readonly DepositRow[],
    stop: AbortSignal,
  ): Promise<DepositRow[]> {
    if (confirmed.length === 0 || isPaused()) return []
    const settled = settledPayments(chain, checker)
    const chainCheck = chain.check()
    const failures: DepositRow[] = []
    for (const rows of chunksOf(confirmed, BATCH_SIZE)) {
      const batch = { rows, settled, chainCheck }
      failures.push(...(await settleBatch(term, batch)))
      if (stop.aborted) break
    }
    return failures
  }

  async function settleBatch(
    term: Guard,
    { rows, settled, chainCheck }: Batch,
  ): Promise<DepositRow[]> {
    const failures: DepositRow[] = []
    const onFailure: OnFailure = (failed) => (error) => {
      // Without the lease nothing more can be written.
      if (error instanceof TermOver) throw error
      failures.push(...failed)
      if (error instanceof NodesDisagree) metrics.rpcDisagreements.inc()
      const others = failed.length - 1
      log.error(
        { error, deposit: failed[0]?.id, others },
        'deposit.settlement_failed',
      )
    }
    const [decisions] = await Promise.all([
      decide(rows, settled, onFailure),
      chainCheck,
    ])
    const changes = decisions.filter((decision) => 'change' in decision)
    const unlimited = changes.filter(({ isLimited }) => !isLimited)
    await deposits.advance(term, unlimited).catch(onFailure(rowsOf(unlimited)))
    const limited = rowsOf(decisions.filter(({ isLimited }) => isLimited))
    const limit = await limitOf(limited).catch((error: unknown) => {
      onFailure(limited)(error)
      return undefined
    })
    const belowMinimum = changes.filter(({ isLimited }) => isLimited)
    const unbacked =
      limit &&
      (await settleBelowMinimum(term, belowMinimum, { limit, onFailure }))
    const credits = decisions.filter((decision) => 'claimedWei' in decision)
    for (const { row, isLimited, ...terms } of [
      ...credits,
      ...(unbacked ?? []),
    ]) {
      if (isLimited && !limit) continue
      await deposits
        .credit(term, row, {
          ...terms,
          limit: isLimited ? limit?.of : undefined,
        })
        .catch(onFailure([row]))
    }
    return failures
  }

  /**
   * Settles deposits below the minimum, all of an account in one statement:
   * anyone can make thousands of them.
   *
   * @returns deposits of accounts with a shortfall, to be checked one by one.
   */
  async function settleBelowMinimum(
    term: Guard,
    changes: readonly { row: DepositRow; change: DepositChange }[],
    { limit, onFailure }: { limit: Limit; onFailure: OnFailure },
  ) {
    const unbacked: DepositRow[] = []
    const accounts = Map.groupBy(
      changes,
      ({ row }) => `${row.wallet} ${row.cryptoType}`,
    )
    for (const account of accounts.values()) {
      const rows = rowsOf(account)
      const isBacked = await deposits
        .advance(term, account, (tx) => limit.holds(tx, rows))
        .catch(onFailure(rows))
      if (isBacked === false) unbacked.push(...rows)
    }
    return unbacked.map((row) => ({
      row,
      claimedWei: row.amountWei,
      isFromHouse: false,
      isLimited: true,
    }))
  }

  /**
   * Reads what deposits are limited by. If nodes have pruned the state, receipts
   * of our own tokens suffice, and native coins wait.
   */
  async function limitOf(
    rows: readonly DepositRow[],
  ): Promise<Limit | undefined> {
    if (rows.length === 0) return undefined
    const known = await backing.read(rows)
    if (known !== 'pruned') {
      return {
        of: (tx, row) => backing.backedWei(tx, row, known),
        holds: (tx, account) => backing.areBacked(tx, account, known),
      }
    }
    return {
      of: async (_, row) =>
        row.cryptoType === 'tBNB' ? undefined : row.amountWei,
      holds: async (_, account) =>
        account.every(({ cryptoType }) => cryptoType !== 'tBNB'),
    }
  }

  /** Verifies each transaction once. @returns decisions in the rows' order. */
  async function decide(
    rows: readonly DepositRow[],
    settled: Batch['settled'],
    onFailure: OnFailure,
  ): Promise<Decision[]> {
    const transactions = Map.groupBy(rows, ({ txHash }) => txHash)
    const answers = await answersTo(
      [...transactions],
      async ([hash, payments]) =>
        hash ? settled(hash, payments).catch(onFailure(payments)) : undefined,
    )
    const known = [...answers.values()].flatMap((answer) => answer ?? [])
    const verdicts = new Map(known.map(({ row, verdict }) => [row, verdict]))
    const mayOverlap = await unattributed.mayOverlapWith(site.instanceId, rows)
    return rows.flatMap((row) => {
      const verdict = verdicts.get(row)
      return verdict ? decisionOn(row, verdict, mayOverlap(row)) : []
    })
  }

  /** @param mayOverlap true if the account has unattributed deposits. */
  function decisionOn(
    row: DepositRow,
    verdict: Settled['verdict'],
    mayOverlap: boolean,
  ): Decision {
    if (verdict.kind === 'refuted') {
      return { row, change: REFUTED, isLimited: false }
    }
    const { amountWei: claimedWei, senders } = verdict
    const isLimited = mayOverlap || row.cryptoType !== 'tBNB'
    if (senders.some((sender) => house.includes(sender))) {
      return { row, claimedWei, isFromHouse: true, isLimited }
    }
    const isIndexedAmount = claimedWei === row.amountWei
    return isIndexedAmount && isBelowMinimum(row) && !mayOverlap
      ? { row, change: uncredited(row), isLimited }
      : { row, claimedWei, isLimited }
  }

  return { settle }
}

function rowsOf(decisions: readonly { row: DepositRow }[]): DepositRow[] {
  return decisions.map(({ row }) => row)
}
