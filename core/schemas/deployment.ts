import * as z from 'zod/mini'
import { TEST_CHAINS } from '../chain/chains.ts'
import { count } from './fields.ts'

const address = z
  .templateLiteral(['0x', z.string()])
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'Not an address'))

const blockHash = z
  .templateLiteral(['0x', z.string()])
  .check(z.regex(/^0x[0-9a-f]{64}$/, 'Not a block hash'))

/** Where the contracts are: the file that deploying writes. */
export const deployment = z.strictObject({
  chainId: z.literal(TEST_CHAINS),
  /** Of block 0: tells a re-created local chain from the one before. */
  genesisHash: blockHash,
  /** The block of the registry's deployment; nothing of ours is older. */
  startBlock: count,
  registry: address,
  /** Left out where it was deployed before there was one. */
  fairnessAnchor: z.exactOptional(address),
  tokens: z.strictObject({ GUMBY: address, POKEY: address }),
})
export type Deployment = z.infer<typeof deployment>
