import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Json } from '../games/game.ts'

/** Digest before the first day, and log hash before the first row. */
export const NO_DIGEST = '0'.repeat(64)

/** What the house publishes of a closed day, without its digest. */
export type PublishedDay = {
  /** Counts closed days from 1. */
  number: number
  /** The UTC day that ended, as 2026-11-24. */
  day: string
  /** ISO 8601: balances are of this moment. */
  closedAt: string
  /** Of the liabilities tree. */
  root: string
  /** Balances and open stakes of all players, in coins. */
  sum: number
  /** The progressive jackpot, in coins. */
  jackpot: number
  players: number
  /** Rows of all players' logs. */
  count: number
  /** The digest of the day before; NO_DIGEST for the first. */
  previous: string
}

/** Returns SHA-256 of a log row's canonical JSON, 64 hex characters. */
export function rowHash(hashes: Hashes, row: readonly Json[]): string {
  return hashes.sha256(canonicalJson(row))
}

/** Returns the log hash after one more row, given by its own hash. */
export function withRow(hashes: Hashes, log: string, row: string): string {
  return hashes.sha256(`${log}:${row}`)
}

/**
 * Returns a day's digest. It binds the root, and with it every player's log,
 * and by `previous` all days before.
 */
export function dayDigest(hashes: Hashes, published: PublishedDay): string {
  const { closedAt, count, day, jackpot, number } = published
  const { players, previous, root, sum } = published
  return hashes.sha256(
    `digest:2:${canonicalJson({
      closedAt,
      count,
      day,
      jackpot,
      number,
      players,
      previous,
      root,
      sum,
    })}`,
  )
}
