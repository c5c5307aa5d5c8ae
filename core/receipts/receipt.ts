import type { Hashes } from '../fairness/hashes.ts'
import { filledTree, rootFromPath } from '../fairness/merkle.ts'

/**
 * What the house says in a receipt: the ledger transactions of one answer, up
 * to `seq`, and the balance behind them.
 */
export type ReceiptStatement = {
  player: string
  /** The round's id or the bet's, and else that of the transaction. */
  id: string
  /** Of the last transaction: it counts the player's from 1, without gaps. */
  seq: number
  /** What each of them moved, in coins, negative from the player; their seqs follow on each other. */
  amounts: readonly number[]
  /** Behind the last one, in coins. */
  balance: number
}

/** What a receipt claims of one row of the ledger. */
export type ReceiptRow = { seq: number; amount: number; balanceAfter: number }

/** Where a statement stands among those that were signed at once. */
export type ReceiptPath = { index: number; path: readonly string[] }

/** The most siblings of a path: at most 2^10 statements are signed at once. */
export const RECEIPT_DEPTH_MAX = 10

/** The text of a statement's leaf. Its first words keep versions and other texts apart. */
export function receiptText(statement: ReceiptStatement): string {
  const { player, id, seq, amounts, balance } = statement
  return `receipt:1:${player}:${id}:${seq}:${amounts.join(',')}:${balance}`
}

/** The text whose UTF-8 bytes are signed, for a tree's root. */
export function signedText(root: string): string {
  return `casino-receipts:1:${root}`
}

/** The rows that a statement is about, in their order. */
export function receiptRows({
  seq,
  amounts,
  balance,
}: ReceiptStatement): ReceiptRow[] {
  let balanceAfter = amounts.reduce((sum, amount) => sum - amount, balance)
  return amounts.map((amount, index) => {
    balanceAfter += amount
    return { seq: seq - amounts.length + 1 + index, amount, balanceAfter }
  })
}

/** The tree over the statements that are signed at once, at least one. */
export function receiptTree(
  hashes: Hashes,
  statements: readonly ReceiptStatement[],
) {
  return filledTree(hashes, statements.map(receiptText))
}

/**
 * The root that a statement leads to; undefined where no tree has such a path:
 * too long, or for an index outside.
 */
export function receiptRoot(
  hashes: Hashes,
  statement: ReceiptStatement,
  { index, path }: ReceiptPath,
): string | undefined {
  if (path.length > RECEIPT_DEPTH_MAX || index >= 2 ** path.length) {
    return undefined
  }
  return rootFromPath(hashes, { text: receiptText(statement), index }, path)
}
