import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  differenceText,
  type ReceiptFailure,
  type RowDifference,
  receiptFailure,
  rowDifference,
  type VerifySignature,
} from '#core/receipts/verified-receipt.ts'
import type { Receipt } from '#core/schemas/receipt.ts'
import type { Transaction } from '#core/schemas/transaction.ts'

/** What speaks against the house, or that this browser can not tell. */
export type ReceiptFinding =
  | { is: 'unsigned'; because: ReceiptFailure }
  | { is: 'contradiction'; seq: number }
  | { is: 'different'; difference: RowDifference }
  | { is: 'malformed' }

/** Whether the house's published keys have signed it; 'unchecked' where this browser has no Ed25519. */
export async function signatureOf(
  verify: VerifySignature,
  receipt: Receipt,
  keys: readonly string[],
): Promise<ReceiptFailure | 'good' | 'unchecked'> {
  try {
    const tools = { hashes: nobleHashes, verify }
    return (await receiptFailure(tools, receipt, keys)) ?? 'good'
  } catch {
    return 'unchecked'
  }
}

/**
 * The first difference between receipts and a page of the player's history,
 * which begins at the newest one of them.
 */
export function firstDifference(
  receipts: readonly Receipt[],
  rows: readonly Transaction[],
): RowDifference | undefined {
  const oldest = rows.at(-1)?.seq ?? 0
  const newest = receipts.at(-1)
  for (const receipt of receipts.toReversed()) {
    const isOnPage = receipt.seq - receipt.amounts.length + 1 >= oldest
    if (!(isOnPage || receipt === newest)) continue
    const difference = rowDifference(receipt, rows)
    if (difference) return difference
  }
  return undefined
}

/** What a player is told of it. */
export function findingText(finding: ReceiptFinding): string {
  switch (finding.is) {
    case 'malformed':
      return 'The house sent a receipt that is none.'
    case 'unsigned':
      return UNSIGNED[finding.because]
    case 'contradiction':
      return `The house has signed two receipts of your transaction ${finding.seq} that can not both be true.`
    case 'different':
      return `The house has signed a receipt of it, and yet: ${differenceText(finding.difference)}`
  }
}

const UNSIGNED: Record<ReceiptFailure, string> = {
  path: 'The house sent a receipt that leads to no signed root.',
  key: 'A receipt was signed with a key that the house does not publish.',
  signature: 'The house sent a receipt that its key has not signed.',
}
