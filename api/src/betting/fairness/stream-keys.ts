import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'

const STREAM_KEY_BYTES = 32

export type StreamKeys = ReturnType<typeof streamKeyBox>

/** A sealed key and the first epoch that uses it. */
export type StreamKeyRow = {
  userId: string
  fromEpoch: number
  sealedKey: Uint8Array
}

/** Generates and seals stream keys, each bound to its player and epoch. */
export function streamKeyBox(box: SealedBox, entropy: Entropy) {
  return {
    make: (): Uint8Array => entropy(STREAM_KEY_BYTES),
    seal: (
      owner: Omit<StreamKeyRow, 'sealedKey'>,
      streamKey: Uint8Array,
    ): StreamKeyRow => {
      const { userId, fromEpoch } = owner
      const sealedKey = box.seal(streamKey, contextOf(owner))
      return { userId, fromEpoch, sealedKey }
    },
    open: (row: StreamKeyRow) => box.open(row.sealedKey, contextOf(row)),
  }
}

function contextOf({ userId, fromEpoch }: Omit<StreamKeyRow, 'sealedKey'>) {
  return `stream-key:${userId}${fromEpoch > 0 ? `:${fromEpoch}` : ''}`
}
