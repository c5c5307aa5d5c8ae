import * as z from 'zod/mini'
import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  TEST_CHAINS,
  type TestChainId,
} from '../chain/chains.ts'
import { count } from '../schemas/fields.ts'

const chainHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
/** Seconds since 1970, as on the chain. */
const timestamp = count

/** Chain that provides a race's salt; bound by the race's id. */
export const saltChain = z.strictObject({
  chainId: z.literal(TEST_CHAINS),
  /** Hash of block 0, which distinguishes local chains with the same id. */
  genesisHash: chainHash,
})
export type SaltChain = z.infer<typeof saltChain>

/** The block whose hash salts a race, as its chain has it. */
export const saltBlock = z.strictObject({
  chainId: count,
  /** Hash of the chain's block 0; absent in rules version 1. */
  genesisHash: z.exactOptional(chainHash),
  number: count,
  hash: chainHash,
  timestamp,
})
export type SaltBlock = z.infer<typeof saltBlock>

/** Highest block of the operator's nodes, read after the close. */
export const chainHead = z.strictObject({ number: count, timestamp })
export type ChainHead = z.infer<typeof chainHead>

/**
 * Reasons for a void race. `chain_ahead`: at the close, the chain was far
 * enough that the salt may have been public. `no_block`: no salt block was
 * available in time.
 */
export const VOID_REASONS = ['chain_ahead', 'no_block'] as const
export const voidReason = z.enum(VOID_REASONS)
export type VoidReason = z.infer<typeof voidReason>

/**
 * Delays that define the salt: the first block more than `delayMs` after the
 * close. `lagMs` bounds how far nodes lag behind the chain: six blocks of 0.45
 * s on the BSC testnet, nothing on a chain with one node. The rest of the delay
 * leaves time to read the head after the close.
 */
const SALT_TIMES: Record<TestChainId, { delayMs: number; lagMs: number }> = {
  [BSC_TESTNET]: { delayMs: 4_000, lagMs: 3_000 },
  [LOCAL_CHAIN]: { delayMs: 2_000, lagMs: 0 },
}

type Close = {
  rulesVersion: number
  closedAtMs: number
  chainId: TestChainId
}

/**
 * Returns the time, in ms since 1970, after which the first block is the salt.
 */
export function saltAfterMs(close: Close): number {
  const { rulesVersion, closedAtMs, chainId } = close
  if (rulesVersion === 1) return closedAtMs
  return closedAtMs + SALT_TIMES[chainId].delayMs
}

/** True if the salt may be public at a head, allowing for lagging nodes. */
export function isSaltPossible(head: ChainHead, close: Close): boolean {
  const { lagMs } = SALT_TIMES[close.chainId]
  return isBlockAfter(
    { timestamp: head.timestamp + lagMs / 1_000 },
    saltAfterMs(close),
  )
}

/** True if a block is younger than a time. @param momentMs in ms since 1970. */
export function isBlockAfter(
  { timestamp }: Pick<SaltBlock, 'timestamp'>,
  momentMs: number,
): boolean {
  return timestamp * 1_000 > momentMs
}

/** Returns the client seed of a race: the hash of its salt block without 0x. */
export function toSalt({ hash }: Pick<SaltBlock, 'hash'>): string {
  return hash.slice(2)
}

/**
 * True if the operator produces the chain's blocks, and so could choose the
 * salt.
 */
export function isOperatorsChain({
  chainId,
}: Pick<SaltBlock, 'chainId'>): boolean {
  return chainId === LOCAL_CHAIN
}

/**
 * Returns the trust assumption that remains besides a race's hashes and salt
 * chain; undefined if there is none.
 *
 * @param race without a salt block if it is void.
 */
export function raceTrustAssumption({
  saltBlock,
  voidReason = 'no_block',
}: {
  saltBlock?: SaltBlock | undefined
  voidReason?: VoidReason | undefined
}): string | undefined {
  if (!saltBlock) {
    return `The house did not run this race. It says ${WHY_VOID[voidReason]}, and you only have its word for that. With the seed and the salt block, anyone can run the race that was skipped.`
  }
  if (isOperatorsChain(saltBlock)) {
    return 'The salt comes from a block on a local chain, which the operator makes and could have chosen.'
  }
  return undefined
}

const WHY_VOID: Record<VoidReason, string> = {
  chain_ahead: 'the salt block may have existed already when betting closed',
  no_block: 'it could not get the salt block in time',
}
