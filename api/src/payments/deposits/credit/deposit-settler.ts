import {
  type DepositChain,
  houseAddresses,
} from '../../../platform/chain/deposit-chain.ts'
import { type Guard, TermOver } from '../../../platform/db/lease.ts'
import type { Logger } from '../../../platform/logger.ts'
import { isBelowMinimum, uncredited } from '../deposit-value.ts'
import type { DepositRow } from '../deposits.store.ts'
import type { Evidence } from '../verify/deposit-verifier.ts'
import type { CreditTerms, DepositsService } from './deposits.service.ts'

const REFUTED = {
  status: 'rejected',
  cause: { code: 'not_on_chain' },
  confirmations: 0,
} as const

export type DepositSettler = ReturnType<typeof openDepositSettler>

/** Opens the settlement of verified deposits. */
export function openDepositSettler({
  deposits,
  log,
  site,
}: {
  deposits: DepositsService
  log: Logger
  site: Pick<DepositChain, 'operator' | 'treasury'>
}) {
  const house = houseAddresses(site)

  /** @returns deposits that failed; a failure doesn't affect the others. */
  async function settle(
    term: Guard,
    { limit, payments, unattributed }: Omit<Evidence, 'failed'>,
  ): Promise<DepositRow[]> {
    const failed: DepositRow[] = []
    const onFailure = (rows: readonly DepositRow[]) => (error: unknown) => {
      // Without the lease nothing more can be written.
      if (error instanceof TermOver) throw error
      failed.push(...rows)
      const fields = { deposit: rows[0]?.id, others: rows.length - 1 }
      log.error({ error, ...fields }, 'deposit.settlement_failed')
      return undefined
    }
    const refuted: DepositRow[] = []
    const tiny: DepositRow[] = []
    const credits: { row: DepositRow; terms: CreditTerms }[] = []
    for (const { mayOverlap, row, verdict } of payments) {
      if (verdict.kind === 'refuted') {
        refuted.push(row)
        continue
      }
      const { amountWei: claimedWei, senders } = verdict
      const isFromHouse = senders.some((sender) => house.includes(sender))
      const isTiny = claimedWei === row.amountWei && isBelowMinimum(row)
      if (isTiny && !(isFromHouse || mayOverlap)) tiny.push(row)
      else credits.push({ row, terms: { claimedWei, isFromHouse, limit } })
    }
    credits.push(...unattributed.map((row) => ({ row, terms: {} })))

    const rejections = refuted.map((row) => ({ row, change: REFUTED }))
    await deposits.update(term, rejections).catch(onFailure(refuted))
    // Anyone can make thousands of these, so an account takes one statement.
    const accounts = Map.groupBy(
      tiny,
      ({ cryptoType, wallet }) => `${wallet} ${cryptoType}`,
    )
    for (const rows of accounts.values()) {
      const amountWei = rows.reduce((sum, row) => sum + row.amountWei, 0n)
      const changes = rows.map((row) => ({ row, change: uncredited(row) }))
      const isBacked = await deposits
        .update(term, changes, async (tx) =>
          rows[0] === undefined
            ? true
            : (await limit(tx, { ...rows[0], amountWei })) === amountWei,
        )
        .catch(onFailure(rows))
      if (isBacked !== false) continue
      for (const row of rows) {
        credits.push({ row, terms: { claimedWei: row.amountWei, limit } })
      }
    }
    for (const { row, terms } of credits) {
      await deposits.credit(term, row, terms).catch(onFailure([row]))
    }
    return failed
  }

  return { settle }
}
