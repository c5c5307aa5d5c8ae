export const BSC_TESTNET = 97
export const LOCAL_CHAIN = 31_337

/** Allowed chains. Coins are play money, so no other chain is ever used. */
export const TEST_CHAINS = [BSC_TESTNET, LOCAL_CHAIN] as const
export type TestChainId = (typeof TEST_CHAINS)[number]

export function isTestChain(chainId: number): chainId is TestChainId {
  return TEST_CHAINS.some((allowed) => allowed === chainId)
}

/** Splits a comma-separated RPC_URL; the first node is preferred. */
export function nodeUrls(rpcUrl: string): string[] {
  return rpcUrl.split(',').map((url) => url.trim())
}

/** Normalizes an address or hash for storage and comparison. */
export function lowerCase(hex: string): `0x${string}` {
  return `0x${hex.slice(2).toLowerCase()}`
}

/** Distinguishes re-created chains and successive registries. */
type ChainInstance = { chainId: number; genesisHash: string; registry: string }

/**
 * Returns the database schema of the indexer's views for a chain instance, such
 * as `indexer_31337_1a2b3c4d_5fbdb231`. It is created once the indexer has
 * caught up for the first time.
 */
export function indexerSchema(instance: ChainInstance): string {
  const genesis = instance.genesisHash.slice(2, 10)
  const registry = instance.registry.slice(2, 10)
  return `indexer_${instance.chainId}_${genesis}_${registry}`.toLowerCase()
}
