import type { TransactionType } from '#core/api/history.ts'

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
