import { BSC_TESTNET, LOCAL_CHAIN, type TestChainId } from './chains.ts'

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
