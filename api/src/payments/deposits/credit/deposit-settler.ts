import { NATIVE } from '#core/deposits/asset.ts'
import { mapInChunks } from '../../../platform/batches.ts'
import { type Guard, TermOver } from '../../../platform/db/lease.ts'
import type { DepositParts } from '../deposit-parts.ts'
import { isBelowMinimum, uncredited } from '../deposit-value.ts'
import type { DepositRow } from '../deposits.store.ts'
import { finalPayments, NodesDisagree } from '../verify/final-payments.ts'
import {
  type CreditLimit,
  createPaymentBacking,
} from '../verify/payment-backing.ts'
import type { CreditTerms, DepositsService } from './deposits.service.ts'

const REFUTED = {
  status: 'rejected',
  cause: { code: 'not_on_chain' },
  confirmations: 0,
} as const

/** Notes the deposits that a failure affects. */
type OnFailure = (
  affected: readonly DepositRow[],
) => (error: unknown) => undefined

export type DepositSettler = ReturnType<typeof createDepositSettler>

/** Creates the settlement of deposits that have all their confirmations. */
export function createDepositSettler(
  parts: DepositParts & { deposits: DepositsService },
) {
  const { accounts, chain, checker, deposits, disagreements, log, site } = parts
  const { traces } = parts
  const backing = createPaymentBacking(parts)

  /**
   * Verifies deposits and settles them, except those that aren't final.
   *
   * @returns deposits that failed; a failure doesn't affect the others.
   * @throws WrongChain
   */
  async function settle(
    term: Guard,
    rows: readonly DepositRow[],
  ): Promise<DepositRow[]> {
    const failed: DepositRow[] = []
    const onFailure: OnFailure = (affected) => (error) => {
      // Without the lease nothing more can be written.
      if (error instanceof TermOver) throw error
      if (error instanceof NodesDisagree) disagreements.inc()
      failed.push(...affected)
      const fields = { deposit: affected[0]?.id, others: affected.length - 1 }
      log.error({ error, ...fields }, 'deposit.settlement_failed')
      return undefined
    }
    const { limit, mayOverlap, verdicts } = await verify(rows, onFailure)
    traces?.endStep('verify', rows)
    const refuted: DepositRow[] = []
    const genuine = new Map<DepositRow, CreditTerms>()
    for (const [row, verdict] of verdicts) {
      if (failed.includes(row)) continue
      if (verdict.kind === 'refuted') refuted.push(row)
      if (verdict.kind !== 'genuine') continue
      const { amountWei: claimedWei, senders } = verdict
      const isFromHouse = senders.some((sender) => site.house.includes(sender))
      genuine.set(row, { claimedWei, isFromHouse, limit })
    }
    const rejections = refuted.map((row) => ({ row, change: REFUTED }))
    await deposits.update(term, rejections).catch(onFailure(refuted))

    const isTiny = (row: DepositRow) =>
      !(genuine.get(row)?.isFromHouse || mayOverlap(row)) &&
      genuine.get(row)?.claimedWei === row.amountWei &&
      isBelowMinimum(row)
    const credits = [...genuine.keys()].filter((row) => !isTiny(row))
    credits.push(...rows.filter(({ txHash }) => txHash === null))
    const tinyByAccount = Map.groupBy(
      [...genuine.keys()].filter(isTiny),
      ({ cryptoType, wallet }) => `${wallet} ${cryptoType}`,
    )
    for (const tiny of tinyByAccount.values()) {
      const isBacked = await settleTiny(term, tiny, limit).catch(
        onFailure(tiny),
      )
      if (isBacked === false) credits.push(...tiny)
    }
    for (const row of credits) {
      const terms = genuine.get(row) ?? {}
      await deposits.credit(term, row, terms).catch(onFailure([row]))
    }
    return failed
  }

  /** Verifies each transaction once, and reads what limits their credits. */
  async function verify(rows: readonly DepositRow[], onFailure: OnFailure) {
    const findPayments = finalPayments(chain, checker)
    const [answers] = await Promise.all([
      mapInChunks(
        [...Map.groupBy(rows, ({ txHash }) => txHash)],
        async ([hash, own]) =>
          hash ? findPayments(hash, own).catch(onFailure(own)) : undefined,
      ),
      chain.check(),
    ])
    const verdicts = [...answers.values()].flatMap((some) => [...(some ?? [])])
    const mayOverlap = await accounts.createOverlapCheck(rows)
    // A transaction can't claim native coins that it doesn't move.
    const limited = verdicts
      .map(([row]) => row)
      .filter((row) => mayOverlap(row) || row.cryptoType !== NATIVE.symbol)
    return { limit: await readLimit(limited, onFailure), mayOverlap, verdicts }
  }

  /** Returns the limit of credits: deposits that aren't listed have none. */
  async function readLimit(
    limited: readonly DepositRow[],
    onFailure: OnFailure,
  ): Promise<CreditLimit> {
    if (limited.length === 0) return async (_, row) => row.amountWei
    const backed = await backing.computeLimit(limited).catch(onFailure(limited))
    return async (tx, row) => {
      if (!limited.some(({ id }) => id === row.id)) return row.amountWei
      if (backed !== 'pruned') return backed?.(tx, row)
      // Receipts of our own tokens suffice; native coins wait.
      return row.cryptoType === NATIVE.symbol ? undefined : row.amountWei
    }
  }

  /**
   * Settles an account's payments below the minimum in one statement: anyone
   * can make thousands of them.
   *
   * @returns false if their sum isn't backed, and nothing was written.
   */
  function settleTiny(
    term: Guard,
    rows: readonly DepositRow[],
    limit: CreditLimit,
  ): Promise<boolean> {
    const [first] = rows
    const amountWei = rows.reduce((sum, row) => sum + row.amountWei, 0n)
    const changes = rows.map((row) => ({ row, change: uncredited(row) }))
    return deposits.update(
      term,
      changes,
      async (tx) =>
        !first || (await limit(tx, { ...first, amountWei })) === amountWei,
    )
  }

  return { settle }
}
