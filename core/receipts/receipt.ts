import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import { paddedTree, rootFromPath } from '../fairness/merkle.ts'
import type { JsonObject } from '../games/game.ts'

/** One ledger transaction of a receipt. */
export type ReceiptTransaction = {
  type: string
  /** Coins, negative when they leave the player. */
  amount: number
  metadata: JsonObject | null
}

/**
 * Ledger transactions of one response, ending at `seq`, as signed by the
 * server.
 */
export type ReceiptStatement = {
  player: string
  /** Id of the round or bet, otherwise of the transaction. */
  id: string
  /**
   * Number of the last transaction; counts the player's from 1, without gaps.
   */
  seq: number
  /** Commit time, ISO 8601. */
  timestamp: string
  gameType: string | null
  transactions: readonly ReceiptTransaction[]
  /** Balance after the last transaction, in coins. */
  balance: number
  /** Selection and price of the bet; null for other transactions. */
  terms: JsonObject | null
}

/** A statement whose hash can be shared without revealing its content. */
export type BlindedStatement = ReceiptStatement & {
  /** 32 random bytes, 64 hex characters; unique per receipt. */
  blind: string
}

/** One ledger row that a receipt claims. */
export type ReceiptRow = ReceiptTransaction & {
  seq: number
  balanceAfter: number
}

/** Position of a statement in the tree of its batch. */
export type ReceiptPath = { index: number; path: readonly string[] }

/** Maximum path length; a batch has up to 2^10 statements. */
export const RECEIPT_DEPTH_MAX = 10

/** Returns the canonical JSON of a statement, from which its leaf derives. */
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

/**
 * Returns the text of a leaf. The prefix separates versions and other hashed
 * texts.
 */
export function leafText(json: string): string {
  return `receipt:2:${json}`
}

/** Returns the text that is signed for a tree's root, as UTF-8. */
export function signedText(root: string): string {
  return `casino-receipts:2:${root}`
}

/** Returns the ledger rows of a statement, in order. */
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

/** Builds the tree over a batch of statements, given as {@link receiptJson}. */
export function receiptTree(hashes: Hashes, statements: readonly string[]) {
  return paddedTree(hashes, statements.map(leafText))
}

/**
 * Returns the root that a statement leads to; undefined if the path is too long
 * or the index out of range.
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
