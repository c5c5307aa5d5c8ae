import { canonicalJson } from '../fairness/canonical-json.ts'
import type { Hashes } from '../fairness/hashes.ts'
import type { Json } from '../games/game.ts'

/** A row of the day's log: a ledger transaction, or a round that ended. */
export type LogEntry = {
  player: string
  /** The row's own id. */
  id: string
  /** All of the row, in the order that docs/audit.md has. */
  row: readonly Json[]
}

/** Entries so far, each hashed with all before it. */
export type EntriesHash = {
  count: number
  firstId: string | null
  lastId: string | null
  /** 64 hex characters. */
  hash: string
}

/** What the day's digest is a hash of. */
export type DayLog = {
  /** Of the day that was closed, from 1. */
  number: number
  /** The digest of the day before, and 64 zeros for the first one. */
  previous: string
  entries: EntriesHash
}

/** Stands for the digest before the first one. */
export const NO_DIGEST = '0'.repeat(64)

export const NO_ENTRIES: EntriesHash = {
  count: 0,
  firstId: null,
  lastId: null,
  hash: NO_DIGEST,
}

/** SHA-256 of a row as canonical JSON, 64 hex characters. */
export function entryHash(hashes: Hashes, { row }: LogEntry): string {
  return hashes.sha256(canonicalJson(row))
}

/** The entries with one more, whose own hash is `hash`. */
export function withEntry(
  hashes: Hashes,
  before: EntriesHash,
  { id, hash }: { id: string; hash: string },
): EntriesHash {
  return {
    count: before.count + 1,
    firstId: before.firstId ?? id,
    lastId: id,
    hash: hashes.sha256(`${before.hash}:${hash}`),
  }
}

/** A day's digest, which all digests after it depend on. */
export function dayDigest(hashes: Hashes, log: DayLog): string {
  const { count, firstId, lastId, hash } = log.entries
  const ids = `${firstId ?? 'none'}:${lastId ?? 'none'}`
  return hashes.sha256(
    `digest:${log.number}:${log.previous}:${count}:${ids}:${hash}`,
  )
}
