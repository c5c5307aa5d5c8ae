import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { filledTree, rootFromPath } from '../fairness/merkle.ts'
import type { JsonObject } from '../games/game.ts'

/** One ledger transaction of a receipt. */
export type ReceiptTransaction = {
  type: string
  /** In coins, negative when they leave the player. */
  amount: number
  metadata: JsonObject | null
}

/** The ledger transactions of one answer, up to `seq`, as the house signs them. */
export type ReceiptStatement = {
  player: string
  /** Of the round or bet; of any other transaction its own id. */
  id: string
  /** Of the last transaction: counts the player's from 1, without gaps. */
  seq: number
  /** When they were committed, ISO 8601. */
  timestamp: string
  gameType: string | null
  transactions: readonly ReceiptTransaction[]
  /** After the last one, in coins. */
  balance: number
  /** What was bet on, at what price; null where nothing was bet. */
  terms: JsonObject | null
}

/** A statement that a leaf can be shown of: its hash tells nothing to others. */
export type BlindedStatement = ReceiptStatement & {
  /** 32 random bytes, 64 hex characters, in no other receipt. */
  blind: string
}

/** One row of the ledger that a receipt claims. */
export type ReceiptRow = ReceiptTransaction & {
  seq: number
  balanceAfter: number
}

/** Place of a statement in the tree of those signed at once. */
export type ReceiptPath = { index: number; path: readonly string[] }

/** Siblings in a path at most: 2^10 statements are signed at once. */
export const RECEIPT_DEPTH_MAX = 10

/** Canonical JSON of a statement, on which its leaf depends. */
export function receiptJson(statement: BlindedStatement): string {
  const { balance, blind, gameType, id, player, seq } = statement
  const { terms, timestamp, transactions } = statement
  return canonicalJson({
    balance,
    blind,
    gameType,
    id,
    player,
    seq,
    terms,
    timestamp,
    transactions,
  })
}

/** Text of a leaf. Its first words keep versions and other texts apart. */
export function leafText(json: string): string {
  return `receipt:2:${json}`
}

/** The text whose UTF-8 bytes are signed, for a tree's root. */
export function signedText(root: string): string {
  return `casino-receipts:2:${root}`
}

/** Returns the ledger rows of a statement, in their order. */
export function receiptRows({
  balance,
  seq,
  transactions,
}: ReceiptStatement): ReceiptRow[] {
  let balanceAfter = transactions.reduce(
    (sum, { amount }) => sum - amount,
    balance,
  )
  return transactions.map((transaction, index) => {
    balanceAfter += transaction.amount
    const place = seq - transactions.length + 1 + index
    return { ...transaction, seq: place, balanceAfter }
  })
}

/** Builds the tree over statements that are signed at once, given as {@link receiptJson}. */
export function receiptTree(hashes: Hashes, statements: readonly string[]) {
  return filledTree(hashes, statements.map(leafText))
}

/**
 * Returns the root that a statement leads to; undefined where no tree has such
 * a path: too long, or for an index outside.
 */
export function receiptRoot(
  hashes: Hashes,
  statement: BlindedStatement,
  { index, path }: ReceiptPath,
): string | undefined {
  if (path.length > RECEIPT_DEPTH_MAX || index >= 2 ** path.length) {
    return undefined
  }
  const text = leafText(receiptJson(statement))
  return rootFromPath(hashes, { text, index }, path)
}
