import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Json } from '../games/game.ts'

/** Digest before the first day; log hash before the first row. */
export const NO_DIGEST = '0'.repeat(64)

/** Published members of a closed day, without its digest. */
export type PublishedDay = {
  /** Counts closed days from 1. */
  number: number
  /** UTC day, as 2026-11-24. */
  day: string
  /** Time of the balances, ISO 8601. */
  closedAt: string
  /** Root of the liabilities tree. */
  root: string
  /** Balances and open stakes of all players, in coins. */
  sum: number
  /** Progressive jackpot, in coins. */
  jackpot: number
  players: number
  /** Number of rows in all players' logs. */
  count: number
  /** Digest of the previous day; NO_DIGEST for the first. */
  previous: string
}

/** Returns the SHA-256 of a log row's canonical JSON, 64 hex characters. */
export function rowHash(hashes: Hashes, row: readonly Json[]): string {
  return hashes.sha256(canonicalJson(row))
}

/** Returns the log hash after appending a row, given by its hash. */
export function withRow(hashes: Hashes, log: string, row: string): string {
  return hashes.sha256(`${log}:${row}`)
}

/**
 * Returns a day's digest. It binds every player's log through the root, and all
 * earlier days through `previous`.
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
