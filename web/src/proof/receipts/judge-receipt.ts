import type { Transaction } from '#core/api/history.ts'
import type { Receipt } from '#core/api/receipts.ts'
import { nobleHashes } from '#core/fairness/noble-hashes.ts'
import {
  differenceText,
  type ReceiptFailure,
  type RowDifference,
  receiptFailure,
  rowDifference,
  type VerifySignature,
} from '#core/receipts/verified-receipt.ts'

/** Evidence against the house. */
export type ReceiptFinding =
  | { is: 'unsigned'; because: ReceiptFailure }
  | { is: 'contradiction'; seq: number }
  | { is: 'different'; difference: RowDifference }
  | { is: 'malformed' }

/** Result of a signature check; unchecked if this browser has no Ed25519. */
export type SignatureCheck = ReceiptFailure | 'good' | 'unchecked'

/** Checks a receipt's signature by the published keys. */
export async function verifySignature(
  verify: VerifySignature,
  receipt: Receipt,
  keys: readonly string[],
): Promise<SignatureCheck> {
  try {
    const tools = { hashes: nobleHashes, verify }
    return (await receiptFailure(tools, receipt, keys)) ?? 'good'
  } catch {
    return 'unchecked'
  }
}

/** Returns the finding of a signature that is not good. */
export function signatureFinding(
  signature: SignatureCheck,
): ReceiptFinding | undefined {
  return signature === 'good' || signature === 'unchecked'
    ? undefined
    : { is: 'unsigned', because: signature }
}

/**
 * Compares receipts with a page of the player's history that starts at the
 * newest of them, and judges the signature of that one.
 */
export function findFinding({
  receipts,
  rows,
  signature,
}: {
  receipts: readonly Receipt[]
  rows: readonly Transaction[]
  signature: SignatureCheck
}): ReceiptFinding | undefined {
  const difference = firstDifference(receipts, rows)
  return difference
    ? { is: 'different', difference }
    : signatureFinding(signature)
}

function firstDifference(
  receipts: readonly Receipt[],
  rows: readonly Transaction[],
): RowDifference | undefined {
  const oldest = rows.at(-1)?.seq ?? 0
  const newest = receipts.at(-1)
  for (const receipt of receipts.toReversed()) {
    const isOnPage = receipt.seq - receipt.transactions.length + 1 >= oldest
    if (!(isOnPage || receipt === newest)) continue
    const difference = rowDifference(receipt, rows)
    if (difference) return difference
  }
  return undefined
}

/** Returns a sentence for the player. */
export function findingText(finding: ReceiptFinding): string {
  switch (finding.is) {
    case 'malformed':
      return 'The house sent a receipt that can’t be read.'
    case 'unsigned':
      return UNSIGNED[finding.because]
    case 'contradiction':
      return `The house signed two receipts for your transaction ${finding.seq} that can’t both be true.`
    case 'different':
      return `Your history contradicts a receipt the house signed. ${differenceText(finding.difference)}`
  }
}

const UNSIGNED: Record<ReceiptFailure, string> = {
  path: 'The house sent a receipt that doesn’t lead to a signed root.',
  key: 'A receipt was signed with a key the house doesn’t publish.',
  signature: 'The house sent a receipt that its key didn’t sign.',
}
