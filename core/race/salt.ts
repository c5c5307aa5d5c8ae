import * as z from 'zod/mini'
import { LOCAL_CHAIN } from '../chain/test-chains.ts'

const count = z.int().check(z.nonnegative())

/** The block whose hash salts a race, as its chain has it. */
export const saltBlock = z.strictObject({
  chainId: count,
  number: count,
  hash: z.string().check(z.regex(/^0x[0-9a-f]{64}$/)),
  /** In seconds since 1970. */
  timestamp: count,
})
export type SaltBlock = z.infer<typeof saltBlock>

/** What stands in the draws for the block: its hash without 0x. */
export function saltOf({ hash }: Pick<SaltBlock, 'hash'>): string {
  return hash.slice(2)
}

/** Whether the block is younger than the last bet. The salt block is the first such one that is finalized. */
export function isAfterClose(
  { timestamp }: Pick<SaltBlock, 'timestamp'>,
  closedAtMs: number,
): boolean {
  return timestamp * 1_000 > closedAtMs
}

/** Whether the operator makes the chain's blocks, and so could choose among salts. */
export function isOperatorsChain({
  chainId,
}: Pick<SaltBlock, 'chainId'>): boolean {
  return chainId === LOCAL_CHAIN
}
