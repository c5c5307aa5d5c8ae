import type { Hashes } from '../fairness/hashes.ts'
import type { SaltChain } from './salt.ts'

/** Terms published before the first bet on a race. */
export type RaceTerms = {
  rulesVersion: number
  /** Counts races from 1. */
  number: number
  /** Hash of the race's seed. */
  commitment: string
  /** Close of betting, in ms since 1970. */
  closedAtMs: number
  saltChain: SaltChain
}

/**
 * Derives a race's id from its terms: SHA-256 of their text, cut to a UUID of
 * version 8 (RFC 9562). Bet responses and receipts include the id, so no term
 * can change afterwards.
 */
export function deriveRaceId(hashes: Hashes, terms: RaceTerms): string {
  const { rulesVersion, number, commitment, closedAtMs, saltChain } = terms
  const { chainId, genesisHash } = saltChain
  const digest = hashes.sha256(
    `race:${rulesVersion}:${number}:${commitment}:${closedAtMs}:${chainId}:${genesisHash}`,
  )
  const variant = (8 + (Number.parseInt(digest.charAt(16), 16) % 4)).toString(
    16,
  )
  return [
    digest.slice(0, 8),
    digest.slice(8, 12),
    `8${digest.slice(13, 16)}`,
    `${variant}${digest.slice(17, 20)}`,
    digest.slice(20, 32),
  ].join('-')
}
