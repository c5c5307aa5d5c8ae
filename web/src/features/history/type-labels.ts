import type { TransactionType } from '#core/schemas/transaction.ts'

export const typeLabels: Record<TransactionType, string> = {
  bet: 'Bet',
  raise: 'Raise',
  win: 'Payout',
  refund: 'Refund',
  grant: 'Grant',
  reset: 'Reset',
  deposit: 'Deposit',
  reversal: 'Reversal',
}
