import { createPrivateKey, createPublicKey, sign } from 'node:crypto'
import { toHex } from '#core/fairness/hashes.ts'

/** Size of a private key (RFC 8032, section 5.1.5). */
export const PRIVATE_KEY_BYTES = 32

const PUBLIC_KEY_BYTES = 32
/** Prefix of a private key in PKCS #8 (RFC 8410, section 7). */
const PKCS8_PREFIX = Buffer.from('302e020100300506032b657004220420', 'hex')

export type Ed25519Signer = ReturnType<typeof ed25519Signer>

/** @param privateKey 32 bytes. */
export function ed25519Signer(privateKey: Uint8Array) {
  const der = Buffer.concat([PKCS8_PREFIX, privateKey])
  const key = createPrivateKey({ key: der, format: 'der', type: 'pkcs8' })
  const spki = createPublicKey(key).export({ format: 'der', type: 'spki' })
  return {
    /** 64 hex characters. */
    publicKey: toHex(spki.subarray(-PUBLIC_KEY_BYTES)),
    /** Signs the text's UTF-8 bytes: 128 hex characters. */
    sign: (text: string) => sign(null, Buffer.from(text), key).toString('hex'),
  }
}
