import type { Hashes } from './hashes.ts'

/**
 * The secret seed of one round: hex of HMAC-SHA256 keyed by the player's
 * stream key over the nonce in decimal ASCII. 64 hex characters.
 *
 * @param streamKey the player's 32 secret bytes.
 * @param nonce counts the player's rounds over all games, from 0.
 */
export function serverSeedOf(
  hashes: Hashes,
  streamKey: Uint8Array,
  nonce: number,
): string {
  return hashes.hmacSha256(streamKey, String(nonce))
}

/** The hash shown before the round: SHA-256 of the server seed's text, in hex. */
export function commitmentOf(hashes: Hashes, serverSeed: string): string {
  return hashes.sha256(serverSeed)
}
