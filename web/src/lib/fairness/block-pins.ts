import * as z from 'zod/mini'
import { sharedShelf } from './shared-shelf.ts'
import { keysOf, type Shelf, storedIn } from './shelf.ts'

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
export function blockPinsOf(shelf: Shelf, player: string) {
  const prefix = `fairness/${player}/block/`
  return {
    all: (): PinnedBlock[] =>
      keysOf(shelf)
        .filter((key) => key.startsWith(prefix))
        .flatMap((key) => storedIn(shelf, key, pinnedBlock) ?? []),

    /** Keeps when a block was seen first. Its hash can not be known before it. */
    pin(block: PinnedBlock): void {
      const key = `${prefix}${block.blockHash}`
      if (shelf.getItem(key) !== null) return
      shelf.setItem(key, JSON.stringify(block))
    },
  }
}

/** Those in the browser's own storage. */
export function sharedBlockPins(player: string): BlockPins {
  return blockPinsOf(sharedShelf(), player)
}
