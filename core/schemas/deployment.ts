import * as z from 'zod/mini'
import { TEST_CHAINS } from '../chain/chains.ts'
import { TOKEN_SYMBOLS } from '../deposits/asset.ts'
import { count } from './fields.ts'

const address = z
  .templateLiteral(['0x', z.string()])
  .check(z.regex(/^0x[0-9a-fA-F]{40}$/, 'Not an address'))

const blockHash = z
  .templateLiteral(['0x', z.string()])
  .check(z.regex(/^0x[0-9a-f]{64}$/, 'Not a block hash'))

/** Schema of the file that a deployment writes, with the contracts' addresses. */
export const deployment = z.strictObject({
  chainId: z.literal(TEST_CHAINS),
  /** Hash of block 0, which distinguishes re-created local chains. */
  genesisHash: blockHash,
  /** Block of the registry's deployment, where indexing starts. */
  startBlock: count,
  registry: address,
  /** Absent in deployments older than the contract. */
  fairnessAnchor: z.exactOptional(address),
  tokens: z.record(z.enum(TOKEN_SYMBOLS), address),
})
export type Deployment = z.infer<typeof deployment>

/** Schema of the file of an earlier version, which may lack tokens. */
export const earlierDeployment = z.extend(deployment, {
  tokens: z.partialRecord(z.enum(TOKEN_SYMBOLS), address),
})
export type EarlierDeployment = z.infer<typeof earlierDeployment>
