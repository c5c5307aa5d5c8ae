import { fromHex, utf8 } from '../fairness/hashes.ts'
import type { VerifySignature } from './verified-receipt.ts'

type Subtle = Pick<SubtleCrypto, 'importKey' | 'verify'>

/**
 * Checks Ed25519 signatures by the Web Crypto API, which Node and browsers have.
 * It rejects where that has no Ed25519.
 *
 * @param subtle `crypto.subtle`; browsers leave it out on pages by plain http.
 */
export function webCryptoSignature(
  subtle: Subtle | undefined,
): VerifySignature {
  return async ({ key, signature, text }) => {
    if (!subtle) throw new Error('There is no Web Crypto API here')
    const imported = await subtle.importKey(
      'raw',
      bytesOf(key),
      'Ed25519',
      false,
      ['verify'],
    )
    const signed = new Uint8Array(utf8(text))
    return subtle.verify('Ed25519', imported, bytesOf(signature), signed)
  }
}

/** On a buffer of its own, as the API asks for. */
function bytesOf(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromHex(hex))
}
