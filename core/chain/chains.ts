export const BSC_TESTNET = 97
export const LOCAL_CHAIN = 31_337

/** Play money only: no other chain is ever talked to. */
export const TEST_CHAINS = [BSC_TESTNET, LOCAL_CHAIN] as const
export type TestChainId = (typeof TEST_CHAINS)[number]

export function isTestChain(chainId: number): chainId is TestChainId {
  return TEST_CHAINS.some((allowed) => allowed === chainId)
}

type Network = {
  name: string
  /** Where blocks can be looked up, without a slash at the end. */
  explorer: string | null
}

/** How the test chains are shown to players. */
export const NETWORKS: Record<TestChainId, Network> = {
  [BSC_TESTNET]: {
    name: 'Binance Smart Chain Testnet',
    explorer: 'https://testnet.bscscan.com',
  },
  [LOCAL_CHAIN]: { name: 'Local Hardhat chain', explorer: null },
}

/** Where anybody gets test BNB of chain 97; the first asks the least. */
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

/** The nodes that an RPC_URL names, by commas; the preferred one first. */
export function nodeUrls(rpcUrl: string): string[] {
  return rpcUrl.split(',').map((url) => url.trim())
}

/** @returns an address or hash as it is stored and compared: in lower case. */
export function lowerCase(hex: string): `0x${string}` {
  return `0x${hex.slice(2).toLowerCase()}`
}

/** What tells one chain from a re-created one, and one registry from the next. */
type ChainInstance = { chainId: number; genesisHash: string; registry: string }

/**
 * The database schema whose views show what the indexer has seen of a chain
 * instance, such as `indexer_31337_1a2b3c4d_5fbdb231`. It does not exist
 * before the indexer has first caught up.
 */
export function indexerSchema(instance: ChainInstance): string {
  const genesis = instance.genesisHash.slice(2, 10)
  const registry = instance.registry.slice(2, 10)
  return `indexer_${instance.chainId}_${genesis}_${registry}`.toLowerCase()
}
