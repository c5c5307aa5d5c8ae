import { fromHex, utf8 } from '../fairness/hashes.ts'
import type { VerifySignature } from './verified-receipt.ts'

/**
 * Checks Ed25519 signatures by the Web Crypto API, which Node and browsers have.
 * Rejects where it has no Ed25519, and is not there at all on pages by plain http.
 */
export const webCryptoSignature: VerifySignature = async (signed) => {
  const key = await crypto.subtle.importKey(
    'raw',
    bytesOf(signed.key),
    'Ed25519',
    false,
    ['verify'],
  )
  const signature = bytesOf(signed.signature)
  const text = new Uint8Array(utf8(signed.text))
  return crypto.subtle.verify('Ed25519', key, signature, text)
}

/** On a buffer of its own, as the API asks for. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromHex(hex))
}
