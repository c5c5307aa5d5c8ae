import type { Hashes } from './hashes.ts'

/**
 * Derives the secret seed of one round: HMAC-SHA256 keyed by the player's stream
 * key over the nonce in decimal ASCII, as 64 hex characters.
 *
 * @param streamKey 32 secret bytes of the player.
 * @param nonce counts the player's rounds of all games, from 0.
 */
export function deriveServerSeed(
  hashes: Hashes,
  streamKey: Uint8Array,
  nonce: number,
): string {
  return hashes.hmacSha256(streamKey, String(nonce))
}

/** Returns the hash published before the round: SHA-256 of the server seed's text, in hex. */
export function hashServerSeed(hashes: Hashes, serverSeed: string): string {
  return hashes.sha256(serverSeed)
}
