import { assert } from '#core/assert.ts'
import type { Entropy } from '../entropy.ts'
import { decryptGcm, encryptGcm, IV_BYTES, TAG_BYTES } from './aes-gcm.ts'

const VERSION_BYTES = 2

export type SealedBox = ReturnType<typeof sealedBox>

/**
 * Encrypts secrets by AES-256-GCM (NIST SP 800-38D) under 32-byte keys by
 * version, of which the highest seals. A sealed secret is version (2 bytes) ‖
 * IV ‖ tag ‖ ciphertext; version and context are associated data.
 */
export function sealedBox(
  keys: ReadonlyMap<number, Uint8Array>,
  entropy: Entropy,
) {
  const current = Math.max(...keys.keys())

  function toKey(version: number): Uint8Array {
    const key = keys.get(version)
    assert(key !== undefined, `master key version ${version} is configured`)
    return key
  }

  return {
    /** Version of the master key that seals. */
    version: current,
    /** Versions of all configured keys. */
    versions: [...keys.keys()],

    /** @param context owner of the secret; opening needs the same. */
    seal(secret: Uint8Array, context: string): Uint8Array {
      const iv = entropy(IV_BYTES)
      const associated = `${current}:${context}`
      const parts = { key: toKey(current), iv, associated }
      const { body, tag } = encryptGcm(secret, parts)
      const version = Buffer.alloc(VERSION_BYTES)
      version.writeUInt16BE(current)
      return Buffer.concat([version, iv, tag, body])
    },

    open(sealed: Uint8Array, context: string): Uint8Array {
      const bytes = Buffer.from(sealed)
      const version = bytes.readUInt16BE(0)
      const tagAt = VERSION_BYTES + IV_BYTES
      const bodyAt = tagAt + TAG_BYTES
      const tag = bytes.subarray(tagAt, bodyAt)
      return decryptGcm(
        { body: bytes.subarray(bodyAt), tag },
        {
          key: toKey(version),
          iv: bytes.subarray(VERSION_BYTES, tagAt),
          associated: `${version}:${context}`,
        },
      )
    },
  }
}
