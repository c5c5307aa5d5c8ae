import type { Entropy } from '../../platform/entropy.ts'
import type { SealedBox } from '../../platform/secrets/sealed-box.ts'
import type { SealedColumn } from '../../platform/secrets/sealed-columns.ts'
import { streamKeys } from './fairness.table.ts'

const STREAM_KEY_BYTES = 32

export type StreamKeyRow = typeof streamKeys.$inferSelect

/** A player, and the first epoch that uses the key. */
type Owner = Omit<StreamKeyRow, 'sealedKey'>

/** Generates and seals stream keys, each bound to its player and epoch. */
export function streamKeyBox(box: SealedBox, entropy: Entropy) {
  return {
    make(owner: Owner): StreamKeyRow {
      const streamKey = entropy(STREAM_KEY_BYTES)
      return { ...owner, sealedKey: box.seal(streamKey, toContext(owner)) }
    },
    open: (row: StreamKeyRow) => box.open(row.sealedKey, toContext(row)),
  }
}

export const sealedStreamKeys: SealedColumn = {
  name: 'stream keys',
  table: streamKeys,
  sealed: streamKeys.sealedKey,
  key: [streamKeys.userId, streamKeys.fromEpoch],
  toContext: ({ userId, fromEpoch }) =>
    toContext({ userId: String(userId), fromEpoch: Number(fromEpoch) }),
}

function toContext({ userId, fromEpoch }: Owner) {
  return `stream-key:${userId}${fromEpoch > 0 ? `:${fromEpoch}` : ''}`
}
