import type { Hash } from 'viem'

/** Measurements of one node of RPC_URL. */
export type NodeFacts = {
  /** Its place in RPC_URL, from 1. */
  place: number
  /** The URL itself may hold a key. */
  host: string
  chainId: number
  genesisHash: Hash
  /** By how many blocks other nodes are always ahead of it. */
  blocksBehind: number
  /** Blocks from its head to its finalized one; undefined without that tag. */
  blocksToFinality: number | undefined
  /** True when the finalized block stood while others came. */
  isFinalityStalled: boolean
  /** Most blocks of logs that it gave at once; 0 when it refuses. */
  logBlocks: number
  hasBlockReceipts: boolean
  /** Blocks back at which it returned a balance. */
  stateBlocks: number
  gasPriceWei: bigint | undefined
  /** Requests a second that it takes; all that were tried when `isRateMet` is false. */
  ratePerSecond: number
  isRateMet: boolean
}

/** A node that does not answer, with the reason in its own words. */
export type SilentNode = { place: number; host: string; failure: string }
