import * as z from 'zod/mini'
import { TEST_CHAINS } from '../chain/chains.ts'
import { ANCHOR_DEPTH_MAX } from '../fairness/anchor-tree.ts'
import { count, hex64 } from '../schemas/fields.ts'

const address = z.string().check(z.regex(/^0x[0-9a-f]{40}$/, 'Not an address'))
const chainHash = z
  .string()
  .check(z.regex(/^0x[0-9a-f]{64}$/, 'Not a hash of the chain'))

/** Location of a record's commitment on a chain, and its path to the root stored there. */
export const recordAnchor = z.strictObject({
  /** Number of the root in the contract. */
  number: count,
  root: hex64,
  /** Index of the leaf, from 0. */
  index: count,
  path: z.array(hex64).check(z.maxLength(ANCHOR_DEPTH_MAX)),
  chainId: z.literal(TEST_CHAINS),
  /** Hash of block 0, which distinguishes re-created local chains. */
  genesisHash: chainHash,
  contract: address,
  transaction: chainHash,
  block: count,
  blockHash: chainHash,
  /** Time of the block, in seconds since 1970. */
  blockTimestamp: count,
})
export type RecordAnchor = z.infer<typeof recordAnchor>
