import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'

const STREAM_KEY_BYTES = 32

export type StreamKeys = ReturnType<typeof streamKeyBox>

/** Makes players' stream keys and seals them, each bound to its player. */
export function streamKeyBox(box: SealedBox, entropy: Entropy) {
  return {
    make: (): Uint8Array => entropy(STREAM_KEY_BYTES),
    seal: (userId: string, streamKey: Uint8Array) =>
      box.seal(streamKey, `stream-key:${userId}`),
    open: (userId: string, sealedKey: Uint8Array) =>
      box.open(sealedKey, `stream-key:${userId}`),
  }
}
