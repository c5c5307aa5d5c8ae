import { fromHex, utf8 } from '../fairness/hashes.ts'
import type { VerifySignature } from './verified-receipt.ts'

type Subtle = Pick<SubtleCrypto, 'importKey' | 'verify'>

/**
 * Checks Ed25519 signatures with the Web Crypto API of Node or the browser.
 * Rejects if Ed25519 is not supported.
 *
 * @param subtle `crypto.subtle`; undefined in browsers on plain http pages.
 */
export function webCryptoSignature(
  subtle: Subtle | undefined,
): VerifySignature {
  return async ({ key, signature, text }) => {
    if (!subtle) throw new Error('The Web Crypto API is not available')
    const imported = await subtle.importKey(
      'raw',
      hexToBytes(key),
      'Ed25519',
      false,
      ['verify'],
    )
    const signed = new Uint8Array(utf8(text))
    return subtle.verify('Ed25519', imported, hexToBytes(signature), signed)
  }
}

/** Copies to an ArrayBuffer, which the API requires. */
function hexToBytes(hex: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(fromHex(hex))
}
