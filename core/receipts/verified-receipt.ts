import type { Hashes } from '../fairness/hashes.ts'
import {
  type ReceiptPath,
  type ReceiptRow,
  type ReceiptStatement,
  receiptRoot,
  receiptRows,
  signedText,
} from './receipt.ts'

/** A statement with its way to the root that the house has signed. */
export type SignedReceipt = ReceiptStatement &
  ReceiptPath & {
    /** The public key, 64 hex characters. */
    key: string
    /** Of the root's text, 128 hex characters. */
    signature: string
  }

/** An Ed25519 signature (RFC 8032) over a text's UTF-8 bytes; key and signature in hex. */
export type Signed = { key: string; text: string; signature: string }

/** Checks a signature; rejects where nothing here can. */
export type VerifySignature = (signed: Signed) => Promise<boolean>

export type ReceiptFailure = 'path' | 'key' | 'signature'

/**
 * Why a receipt is none of the house's; undefined where it is.
 *
 * @param keys the public keys that the house has published.
 */
export async function receiptFailure(
  { hashes, verify }: { hashes: Hashes; verify: VerifySignature },
  receipt: SignedReceipt,
  keys: readonly string[],
): Promise<ReceiptFailure | undefined> {
  const { key, signature } = receipt
  const root = receiptRoot(hashes, receipt, receipt)
  if (root === undefined) return 'path'
  if (!keys.includes(key)) return 'key'
  const isSigned = await verify({ key, text: signedText(root), signature })
  return isSigned ? undefined : 'signature'
}

/** A row of the ledger as the house shows it now. */
export type ShownRow = ReceiptRow & {
  id: string
  /** Undefined where it is not known: in a table of transactions. */
  metadata: Readonly<Record<string, unknown>> | null | undefined
}

/** What has become of a row that a receipt is about. */
export type RowDifference =
  | { is: 'missing'; seq: number }
  | { is: 'changed'; claimed: ReceiptRow; shown: ReceiptRow }
  /** The row belongs to another round, bet or transaction now. */
  | { is: 'renamed'; seq: number; claimed: string; shown: string }

/** The first difference between a receipt and the player's rows; undefined without any. */
export function rowDifference(
  statement: ReceiptStatement,
  rows: readonly ShownRow[],
): RowDifference | undefined {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const claims = receiptRows(statement)
  for (const claimed of claims) {
    const shown = bySeq.get(claimed.seq)
    if (!shown) return { is: 'missing', seq: claimed.seq }
    const { seq, amount, balanceAfter } = shown
    if (amount !== claimed.amount || balanceAfter !== claimed.balanceAfter) {
      return { is: 'changed', claimed, shown: { seq, amount, balanceAfter } }
    }
  }
  const first = bySeq.get(claims[0]?.seq ?? 0)
  if (!first || first.metadata === undefined) return undefined
  const [claimed, shown] = [statement.id, subjectOf(first)]
  if (shown === claimed) return undefined
  return { is: 'renamed', seq: first.seq, claimed, shown }
}

/** Whether two statements of one player can not both be true of the ledger. */
export function contradicts(
  one: ReceiptStatement,
  other: ReceiptStatement,
): boolean {
  const balances = balancesOf(other)
  return [...balancesOf(one)].some(([seq, balance]) => {
    const claimed = balances.get(seq)
    return claimed !== undefined && claimed !== balance
  })
}

/** What a statement says of balances, by seq: also of the one before its first row. */
function balancesOf(statement: ReceiptStatement): Map<number, number> {
  const rows = receiptRows(statement)
  const [first] = rows
  const before = first && [
    [first.seq - 1, first.balanceAfter - first.amount] as const,
  ]
  return new Map([
    ...(before ?? []),
    ...rows.map(({ seq, balanceAfter }) => [seq, balanceAfter] as const),
  ])
}

/** A difference, in a sentence. */
export function differenceText(difference: RowDifference): string {
  switch (difference.is) {
    case 'missing':
      return `Transaction ${difference.seq} is missing.`
    case 'changed': {
      const { claimed, shown } = difference
      return `Transaction ${claimed.seq} was changed: it moved ${claimed.amount} coins to a balance of ${claimed.balanceAfter}, and is shown as ${shown.amount} to ${shown.balanceAfter}.`
    }
    case 'renamed':
      return `Transaction ${difference.seq} was of ${difference.claimed}, and is shown as of ${difference.shown}.`
  }
}

/** The id that a receipt has for an answer whose first row this is. */
export function subjectOf({
  id,
  metadata,
}: Pick<ShownRow, 'id' | 'metadata'>): string {
  const { roundId, betId } = metadata ?? {}
  if (typeof roundId === 'string') return roundId
  return typeof betId === 'string' ? betId : id
}
