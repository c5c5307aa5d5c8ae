import type { Deposit } from '#core/api/wallet.ts'
import { CONFIRMATIONS_NEEDED } from '#core/deposits/confirmations.ts'

export interface DepositStep {
  label: string
  state: 'done' | 'current' | 'waiting' | 'failed'
  /** When it happened, where that is known. */
  at?: string | null
}

/** How far a deposit has come: seen, k/6, and how it ended or will end. */
export function depositSteps(
  deposit: Deposit,
): [seen: DepositStep, deep: DepositStep, end: DepositStep] {
  const { confirmations, createdAt } = deposit
  return [
    { label: 'Seen', state: 'done', at: createdAt },
    {
      label: `${confirmations}/${CONFIRMATIONS_NEEDED} confirmations`,
      state: depthOf(deposit),
    },
    endOf(deposit),
  ]
}

function depthOf({ confirmations, status }: Deposit): DepositStep['state'] {
  if (confirmations === CONFIRMATIONS_NEEDED) return 'done'
  return status === 'pending' ? 'current' : 'waiting'
}

function endOf(deposit: Deposit): DepositStep {
  switch (deposit.status) {
    case 'pending':
      if (deposit.coins === 0) return { label: 'No coins', state: 'waiting' }
      return depthOf(deposit) === 'done'
        ? { label: 'Crediting…', state: 'current' }
        : { label: 'Coins next', state: 'waiting' }
    case 'confirmed':
      return { label: 'Credited', state: 'done', at: deposit.confirmedAt }
    case 'below_minimum':
      return { label: 'Below minimum', state: 'failed' }
    case 'rejected':
      return { label: 'Rejected', state: 'failed' }
    case 'reversed':
      return { label: 'Reversed', state: 'failed' }
  }
}
