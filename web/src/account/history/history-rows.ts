import type { Transaction } from '#core/api/history.ts'

/**
 * A line of the history: a bet and what it brought, or any other transaction.
 * A payout that did not follow its bet at once is a line of its own, so that
 * each balance is that of the line below plus the gain.
 */
export interface HistoryRow {
  /** The earliest transaction of the line. */
  first: Transaction
  /** Coins gained or lost. */
  gain: number
  /** The balance after it; undefined where the list lacks the payout. */
  balance: number | undefined
  /** True where the payout is another line. */
  isPaidLater: boolean
}

/** Joins transactions, newest first, to lines. */
export function historyRows(newestFirst: readonly Transaction[]): HistoryRow[] {
  const rows: HistoryRow[] = []
  for (const transaction of newestFirst) {
    const { amount, balanceAfter } = transaction
    const row = rows.at(-1)
    if (row && isNextOf(row.first, transaction)) {
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
    rows.flatMap(({ first }) => (first.type === 'bet' ? [] : [betOf(first)])),
  )
  return rows.map((row) => withPayout(row, paidApart.has(row.first.id)))
}

/** Returns the id of the bet that a transaction belongs to. */
export function betOf({ type, id, metadata }: Transaction): string | undefined {
  const bet = type === 'bet' ? id : (metadata?.roundId ?? metadata?.betId)
  return typeof bet === 'string' ? bet : undefined
}

function isNextOf(later: Transaction, earlier: Transaction): boolean {
  if (later.type === 'bet' || later.seq !== earlier.seq + 1) return false
  const bet = betOf(later)
  if (bet) return bet === betOf(earlier)
  // Payouts of rounds without choices name none: they follow their bet.
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
