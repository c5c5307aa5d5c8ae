export const BSC_TESTNET = 97
export const LOCAL_CHAIN = 31_337

/** Allowed chains. Coins are play money, so no other chain is ever used. */
export const TEST_CHAINS = [BSC_TESTNET, LOCAL_CHAIN] as const
export type TestChainId = (typeof TEST_CHAINS)[number]

export function isTestChain(chainId: number): chainId is TestChainId {
  return TEST_CHAINS.some((allowed) => allowed === chainId)
}

type Network = {
  name: string
  /** Base URL of the block explorer, without a trailing slash. */
  explorer: string | null
}

/** Chains as shown to players. */
export const NETWORKS: Record<TestChainId, Network> = {
  [BSC_TESTNET]: {
    name: 'Binance Smart Chain Testnet',
    explorer: 'https://testnet.bscscan.com',
  },
  [LOCAL_CHAIN]: { name: 'Local Hardhat chain', explorer: null },
}

/** Public faucets of test BNB on chain 97, the least demanding first. */
export const PUBLIC_FAUCETS = [
  {
    label: 'tBNB from QuickNode',
    url: 'https://faucet.quicknode.com/binance-smart-chain/bnb-testnet',
  },
  {
    label: 'tBNB from BNB Chain',
    url: 'https://www.bnbchain.org/en/testnet-faucet',
  },
  {
    label: 'tBNB from Chainstack',
    url: 'https://faucet.chainstack.com/bnb-testnet-faucet',
  },
] as const

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
