import { createCipheriv, createDecipheriv } from 'node:crypto'
import { assert } from '#core/errors.ts'
import type { Entropy } from '../entropy.ts'

const IV_BYTES = 12
const TAG_BYTES = 16
const VERSION_BYTES = 2

/** Seals secrets under a versioned master key, bound to what they belong to. */
export type SealedBox = {
  /** @param context what the secret belongs to; opening needs the same. */
  seal(secret: Uint8Array, context: string): Uint8Array
  open(sealed: Uint8Array, context: string): Uint8Array
}

/**
 * AES-256-GCM (NIST SP 800-38D) with a random 96-bit IV. A sealed secret is
 * key version (2 bytes) ‖ IV ‖ tag ‖ ciphertext; version and context are its
 * associated data.
 *
 * @param keys 32 bytes each by version; the highest version seals.
 */
export function sealedBox(
  keys: ReadonlyMap<number, Uint8Array>,
  entropy: Entropy,
): SealedBox {
  const current = Math.max(...keys.keys())

  function keyOf(version: number): Uint8Array {
    const key = keys.get(version)
    assert(key !== undefined, `master key version ${version} is configured`)
    return key
  }

  return {
    seal(secret, context) {
      const iv = entropy(IV_BYTES)
      const cipher = createCipheriv('aes-256-gcm', keyOf(current), iv)
      cipher.setAAD(associated(current, context))
      const body = Buffer.concat([cipher.update(secret), cipher.final()])
      const version = Buffer.alloc(VERSION_BYTES)
      version.writeUInt16BE(current)
      return Buffer.concat([version, iv, cipher.getAuthTag(), body])
    },

    open(sealed, context) {
      const bytes = Buffer.from(sealed)
      const version = bytes.readUInt16BE(0)
      const [iv, tag, body] = [
        bytes.subarray(VERSION_BYTES, VERSION_BYTES + IV_BYTES),
        bytes.subarray(
          VERSION_BYTES + IV_BYTES,
          VERSION_BYTES + IV_BYTES + TAG_BYTES,
        ),
        bytes.subarray(VERSION_BYTES + IV_BYTES + TAG_BYTES),
      ]
      const decipher = createDecipheriv('aes-256-gcm', keyOf(version), iv, {
        authTagLength: TAG_BYTES,
      })
      decipher.setAAD(associated(version, context)).setAuthTag(tag)
      return Buffer.concat([decipher.update(body), decipher.final()])
    },
  }
}

function associated(version: number, context: string): Buffer {
  return Buffer.from(`${version}:${context}`, 'utf8')
}
