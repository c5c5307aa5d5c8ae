import { answersTo } from '../../../platform/batches.ts'
import type { Chain } from '../../../platform/chain/nodes/chain.ts'
import type { Logger } from '../../../platform/logger.ts'
import type { Metrics } from '../../../platform/metrics.ts'
import type { AccountsStore } from '../accounts.store.ts'
import type { DepositRow } from '../deposits.store.ts'
import {
  type FinalPayment,
  finalPayments,
  NodesDisagree,
} from './final-payments.ts'
import type { CreditLimit, PaymentBacking } from './payment-backing.ts'
import type { PaymentChecker } from './payment-check.ts'

/** Evidence of our own nodes about a batch of deposits. */
export type Evidence = {
  /** @property mayOverlap true if the account has unattributed deposits. */
  payments: readonly (FinalPayment & { mayOverlap: boolean })[]
  /** Deposits without a transaction, in blocks on the chain. */
  unattributed: readonly DepositRow[]
  limit: CreditLimit
  /** Deposits that couldn't be verified; the others are not affected. */
  failed: readonly DepositRow[]
}

export type DepositVerifier = ReturnType<typeof openDepositVerifier>

/** Opens the verification of deposits that have all their confirmations. */
export function openDepositVerifier({
  accounts,
  backing,
  chain,
  checker,
  log,
  metrics,
}: {
  accounts: AccountsStore
  backing: PaymentBacking
  chain: Chain
  checker: PaymentChecker
  log: Logger
  metrics: Pick<Metrics, 'rpcDisagreements'>
}) {
  /**
   * Verifies each transaction once. Leaves out payments that aren't final.
   *
   * @throws WrongChain
   */
  async function verify(rows: readonly DepositRow[]): Promise<Evidence> {
    const failed: DepositRow[] = []
    const onFailure = (affected: readonly DepositRow[]) => (error: unknown) => {
      failed.push(...affected)
      if (error instanceof NodesDisagree) metrics.rpcDisagreements.inc()
      log.error(
        { error, deposit: affected[0]?.id, others: affected.length - 1 },
        'deposit.settlement_failed',
      )
      return undefined
    }
    const verifyPayments = finalPayments(chain, checker)
    const [answers] = await Promise.all([
      answersTo(
        [...Map.groupBy(rows, ({ txHash }) => txHash)],
        async ([hash, own]) =>
          hash ? verifyPayments(hash, own).catch(onFailure(own)) : undefined,
      ),
      chain.check(),
    ])
    const verified = [...answers.values()].flatMap((answer) => answer ?? [])
    const mayOverlap = await accounts.mayOverlapWith(rows)
    const payments = verified.map((payment) => ({
      ...payment,
      mayOverlap: mayOverlap(payment.row),
    }))
    // A transaction can't claim native coins that it doesn't move.
    const limited = payments
      .filter(({ row, mayOverlap }) => mayOverlap || row.cryptoType !== 'tBNB')
      .map(({ row }) => row)
    const limit =
      limited.length > 0
        ? await backing.limitOf(limited).catch(onFailure(limited))
        : undefined
    return {
      payments: payments.filter(({ row }) => !failed.includes(row)),
      unattributed: rows.filter(({ txHash }) => txHash === null),
      limit: async (tx, row) => {
        if (!limit || !limited.some(({ id }) => id === row.id)) {
          return row.amountWei
        }
        if (limit !== 'pruned') return limit(tx, row)
        // Receipts of our own tokens suffice; native coins wait.
        return row.cryptoType === 'tBNB' ? undefined : row.amountWei
      },
      failed,
    }
  }

  return { verify }
}
