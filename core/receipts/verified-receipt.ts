import { isSameJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import {
  type BlindedStatement,
  type ReceiptPath,
  type ReceiptRow,
  type ReceiptStatement,
  receiptRoot,
  receiptRows,
  signedText,
} from './receipt.ts'

/** Statement with its path to a signed root. */
export type SignedReceipt = BlindedStatement &
  ReceiptPath & {
    /** Public key, 64 hex characters. */
    key: string
    /** Signature of the root's text, 128 hex characters. */
    signature: string
  }

/** Ed25519 signature (RFC 8032) over a text's UTF-8 bytes; key and signature in hex. */
export type Signed = { key: string; text: string; signature: string }

/** Checks a signature; rejects if Ed25519 is not available. */
export type VerifySignature = (signed: Signed) => Promise<boolean>

export type ReceiptFailure = 'path' | 'key' | 'signature'

/**
 * Returns the first check that a receipt fails; undefined if it is genuine.
 *
 * @param keys published public keys of the server.
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

/** Ledger row as returned by the API; exported tables have fewer members. */
export type ShownRow = Omit<ReceiptRow, 'metadata'> & {
  id: string
  timestamp: string
  gameType?: string | null
  metadata?: ReceiptRow['metadata']
}

/** Difference between a ledger row and its receipt. */
export type RowDifference =
  | { is: 'missing'; seq: number }
  | { is: 'moved'; claimed: ReceiptRow; shown: ShownRow }
  /** Difference other than amount or balance. */
  | { is: 'changed'; seq: number; member: string }
  /** The row belongs to another round, bet or transaction now. */
  | { is: 'renamed'; seq: number; claimed: string; shown: string }

/** Returns the first difference between a receipt and the player's rows. */
export function rowDifference(
  statement: ReceiptStatement,
  rows: readonly ShownRow[],
): RowDifference | undefined {
  const bySeq = new Map(rows.map((row) => [row.seq, row]))
  const claims = receiptRows(statement)
  for (const claimed of claims) {
    const { seq } = claimed
    const shown = bySeq.get(seq)
    if (!shown) return { is: 'missing', seq }
    const { amount, balanceAfter } = shown
    if (amount !== claimed.amount || balanceAfter !== claimed.balanceAfter) {
      return { is: 'moved', claimed, shown }
    }
    const member = changedMember(statement, claimed, shown)
    if (member) return { is: 'changed', seq, member }
  }
  const first = bySeq.get(statement.seq - claims.length + 1)
  if (first?.metadata === undefined) return undefined
  const [claimed, shown] = [statement.id, describeSubject(first)]
  if (shown === claimed) return undefined
  return { is: 'renamed', seq: first.seq, claimed, shown }
}

function changedMember(
  { gameType, timestamp }: ReceiptStatement,
  { metadata, type }: ReceiptRow,
  shown: ShownRow,
): string | undefined {
  if (shown.type !== type) return 'type'
  if (shown.timestamp !== timestamp) return 'time'
  if (shown.gameType !== undefined && shown.gameType !== gameType) return 'game'
  const isSame =
    shown.metadata === undefined || isSameJson(shown.metadata, metadata)
  return isSame ? undefined : 'metadata'
}

/** True if two statements of one player contradict each other. */
export function contradicts(
  one: ReceiptStatement,
  other: ReceiptStatement,
): boolean {
  if (one.id === other.id && !isSameJson(one.terms, other.terms)) return true
  const balances = getBalances(other)
  const isOtherBalance = [...getBalances(one)].some(([seq, balance]) => {
    const claimed = balances.get(seq)
    return claimed !== undefined && claimed !== balance
  })
  if (isOtherBalance) return true
  const { gameType, id, timestamp } = other
  const shown = new Map(receiptRows(other).map((row) => [row.seq, row]))
  return receiptRows(one).some((claimed) => {
    const row = shown.get(claimed.seq)
    if (!row) return false
    const asShown = { ...row, id, gameType, timestamp }
    return changedMember(one, claimed, asShown) !== undefined
  })
}

/**
 * Returns the balances that a statement claims, by seq, including the one
 * before its first row.
 */
function getBalances(statement: ReceiptStatement): Map<number, number> {
  return new Map(
    receiptRows(statement).flatMap(({ amount, balanceAfter, seq }) => [
      [seq - 1, balanceAfter - amount],
      [seq, balanceAfter],
    ]),
  )
}

/** Describes a difference in a sentence. */
export function differenceText(difference: RowDifference): string {
  switch (difference.is) {
    case 'missing':
      return `Transaction ${difference.seq} is missing.`
    case 'changed':
      return `Transaction ${difference.seq} was changed: its ${difference.member} is different.`
    case 'moved': {
      const { claimed, shown } = difference
      return `Transaction ${claimed.seq} was changed: it moved ${claimed.amount} coins to a balance of ${claimed.balanceAfter}, but now shows ${shown.amount} to ${shown.balanceAfter}.`
    }
    case 'renamed':
      return `Transaction ${difference.seq} belonged to ${difference.claimed}, but now shows as part of ${difference.shown}.`
  }
}

/** Returns the id that a receipt has, given its first row. */
export function describeSubject({
  id,
  metadata,
}: Pick<ShownRow, 'id' | 'metadata'>): string {
  const { roundId, betId } = metadata ?? {}
  if (typeof roundId === 'string') return roundId
  return typeof betId === 'string' ? betId : id
}
