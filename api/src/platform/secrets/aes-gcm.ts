import { createCipheriv, createDecipheriv } from 'node:crypto'

export const KEY_BYTES = 32
export const IV_BYTES = 12
export const TAG_BYTES = 16

type GcmParts = {
  key: Uint8Array
  iv: Uint8Array
  associated: string
}

/** AES-256-GCM (NIST SP 800-38D). */
export function encryptGcm(
  plain: Uint8Array,
  { key, iv, associated }: GcmParts,
): { body: Buffer; tag: Buffer } {
  const cipher = createCipheriv('aes-256-gcm', key, iv)
  cipher.setAAD(Buffer.from(associated, 'utf8'))
  const body = Buffer.concat([cipher.update(plain), cipher.final()])
  return { body, tag: cipher.getAuthTag() }
}

/** @throws when the key, the associated data or any bit differs. */
export function decryptGcm(
  { body, tag }: { body: Uint8Array; tag: Uint8Array },
  { key, iv, associated }: GcmParts,
): Buffer {
  const decipher = createDecipheriv('aes-256-gcm', key, iv, {
    authTagLength: TAG_BYTES,
  })
  decipher.setAAD(Buffer.from(associated, 'utf8')).setAuthTag(tag)
  return Buffer.concat([decipher.update(body), decipher.final()])
}
