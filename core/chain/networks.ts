import { BSC_TESTNET, LOCAL_CHAIN, type TestChainId } from './test-chains.ts'

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
