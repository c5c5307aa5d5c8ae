import * as z from 'zod/mini'
import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  TEST_CHAINS,
  type TestChainId,
} from '../chain/test-chains.ts'

const count = z.int().check(z.nonnegative())
const chainHash = z.string().check(z.regex(/^0x[0-9a-f]{64}$/))
/** In seconds since 1970, as the chain has it. */
const timestamp = count

/** The chain that a race takes its salt from; part of the race's id. */
export const saltChain = z.strictObject({
  chainId: z.literal(TEST_CHAINS),
  /** Of block 0: tells a local chain from the one before. */
  genesisHash: chainHash,
})
export type SaltChain = z.infer<typeof saltChain>

/** The block whose hash salts a race, as its chain has it. */
export const saltBlock = z.strictObject({
  chainId: count,
  /** Of the chain's block 0; left out by rules version 1. */
  genesisHash: z.exactOptional(chainHash),
  number: count,
  hash: chainHash,
  timestamp,
})
export type SaltBlock = z.infer<typeof saltBlock>

/** The highest block that the house's nodes had once betting was closed. */
export const chainHead = z.strictObject({ number: count, timestamp })
export type ChainHead = z.infer<typeof chainHead>

/**
 * Why a race was not run. `chain_ahead`: when betting had closed, a block that
 * late was already there that the salt may have been public. `no_block`: the
 * house got no salt block in time.
 */
export const VOID_REASONS = ['chain_ahead', 'no_block'] as const
export const voidReason = z.enum(VOID_REASONS)
export type VoidReason = z.infer<typeof voidReason>

/**
 * The salt is the first block that is more than `delayMs` younger than the
 * close. `lagMs` is how far the house's nodes may lag behind the chain: six
 * blocks of 0.45 s on the BSC testnet, nothing on a chain of one node. The rest
 * of the delay is what reading the head may take after the close.
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

/** The moment, in ms since 1970, after which the first block is the salt. */
export function saltAfterMs(close: Close): number {
  const { rulesVersion, closedAtMs, chainId } = close
  if (rulesVersion === 1) return closedAtMs
  return closedAtMs + SALT_TIMES[chainId].delayMs
}

/** True when the salt may be public at a head, allowing for nodes that lag. */
export function isSaltPossible(head: ChainHead, close: Close): boolean {
  const { lagMs } = SALT_TIMES[close.chainId]
  return isBlockAfter(
    { timestamp: head.timestamp + lagMs / 1_000 },
    saltAfterMs(close),
  )
}

/** @param momentMs in ms since 1970. */
export function isBlockAfter(
  { timestamp }: Pick<SaltBlock, 'timestamp'>,
  momentMs: number,
): boolean {
  return timestamp * 1_000 > momentMs
}

/** The client seed of a race's draws: the hash of its salt block without 0x. */
export function saltOf({ hash }: Pick<SaltBlock, 'hash'>): string {
  return hash.slice(2)
}

/** True when the operator makes the chain's blocks, and so could choose among salts. */
export function isOperatorsChain({
  chainId,
}: Pick<SaltBlock, 'chainId'>): boolean {
  return chainId === LOCAL_CHAIN
}
