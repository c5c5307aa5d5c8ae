import * as z from 'zod/mini'
import {
  type KeyValueStorage,
  keysOf,
  storedIn,
} from '../../../lib/key-value-storage.ts'
import { sharedStorage } from './shared-storage.ts'

const pinnedBlock = z.strictObject({
  block: z.int(),
  blockHash: z.string(),
  /** Of block 0 of its chain. */
  genesisHash: z.string(),
  /** The player's next round when it was seen. */
  fromNonce: z.int(),
})
/** A block that took a root of the house, and the first round that is younger. */
export type PinnedBlock = z.infer<typeof pinnedBlock>

export type BlockPins = ReturnType<typeof blockPinsOf>

/** Blocks of anchors that this browser saw, and before which of a player's rounds. */
export function blockPinsOf(storage: KeyValueStorage, player: string) {
  const prefix = `fairness/${player}/block/`
  return {
    all: (): PinnedBlock[] =>
      keysOf(storage)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => storedIn(storage, key, pinnedBlock) ?? []),

    /** Keeps when a block was seen first. Its hash can not be known before it. */
    pin(block: PinnedBlock): void {
      const key = `${prefix}${block.blockHash}`
      if (storage.getItem(key) !== null) return
      storage.setItem(key, JSON.stringify(block))
    },
  }
}

/** Those in the browser's own storage. */
export function sharedBlockPins(player: string): BlockPins {
  return blockPinsOf(sharedStorage(), player)
}
