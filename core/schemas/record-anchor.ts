import * as z from 'zod/mini'
import { TEST_CHAINS } from '../chain/chains.ts'
import { ANCHOR_DEPTH_MAX } from '../fairness/anchor-tree.ts'
import { count, hex64 } from './fields.ts'

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/, 'Not an address'))
const chainHash = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{64}$/, 'Not a hash of the chain'))

/** Where on a chain a record's commitment is, and the way from it to the root there. */
export const recordAnchor = z.strictObject({
  /** The root's, in the contract. */
  number: count,
  root: hex64,
  /** The leaf's place in the tree, from 0. */
  index: count,
  path: z.array(hex64).check(z.maxLength(ANCHOR_DEPTH_MAX)),
  chainId: z.literal(TEST_CHAINS),
  /** Of block 0: tells a local chain from the one before. */
  genesisHash: chainHash,
  contract: address,
  transaction: chainHash,
  block: count,
  blockHash: chainHash,
  /** The block's own time, in seconds since 1970. */
  blockTimestamp: count,
})
export type RecordAnchor = z.infer<typeof recordAnchor>
