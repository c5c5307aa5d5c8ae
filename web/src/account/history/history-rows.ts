import type { Transaction, TransactionType } from '#core/api/history.ts'

/**
 * A bet with its payout, or any other transaction. A payout that did not follow
 * its bet at once has its own row, so that each balance is the one below plus
 * the gain.
 */
export type HistoryRow = {
  /** The row's earliest transaction. */
  first: Transaction
  /** Coins gained or lost. */
  gain: number
  /** Balance after it; undefined where the payout is not listed. */
  balance: number | undefined
  /** True where the payout has its own row. */
  isPaidLater: boolean
}

/** Joins transactions, newest first, into rows. */
export function historyRows(newestFirst: readonly Transaction[]): HistoryRow[] {
  const rows: HistoryRow[] = []
  for (const transaction of newestFirst) {
    const { amount, balanceAfter } = transaction
    const row = rows.at(-1)
    if (row && isNext(row.first, transaction)) {
      row.first = transaction
      row.gain += amount
    } else {
      rows.push({
        first: transaction,
        gain: amount,
        balance: balanceAfter,
        isPaidLater: false,
      })
    }
  }
  const paidApart = new Set(
    rows.flatMap(({ first }) => (first.type === 'bet' ? [] : [findBet(first)])),
  )
  return rows.map((row) => withPayout(row, paidApart.has(row.first.id)))
}

/** Returns the id of the bet that a transaction belongs to. */
export function findBet({
  type,
  id,
  metadata,
}: Transaction): string | undefined {
  const bet = type === 'bet' ? id : (metadata?.roundId ?? metadata?.betId)
  return typeof bet === 'string' ? bet : undefined
}

function isNext(later: Transaction, earlier: Transaction): boolean {
  if (later.type === 'bet' || later.seq !== earlier.seq + 1) return false
  const bet = findBet(later)
  if (bet) return bet === findBet(earlier)
  // Payouts of games without choices don't name their bet: they follow it.
  return later.type === 'win' && earlier.type === 'bet'
}

function withPayout(row: HistoryRow, isPaidApart: boolean): HistoryRow {
  const { settlement } = row.first
  if (!settlement) return row
  const gain = settlement.payout - settlement.stake
  if (gain === row.gain) return row
  return isPaidApart
    ? { ...row, isPaidLater: true }
    : { ...row, gain, balance: undefined }
}

export const typeLabels: Record<TransactionType, string> = {
  bet: 'Bet',
  raise: 'Extra stake',
  win: 'Payout',
  refund: 'Refund',
  grant: 'Grant',
  prize: 'Prize',
  reset: 'Reset',
  deposit: 'Deposit',
  reversal: 'Reversal',
}
