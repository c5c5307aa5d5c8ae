import { createConfig } from 'ponder'
import { erc20Abi } from 'viem'
import { depositRegistryAbi } from './contracts/generated/deposit-registry.ts'
import { readDeployment } from './contracts/read-deployment.ts'

const { DATABASE_URL, DEPLOYMENT_FILE, LOG_BLOCKS, RPC_URL, SCAN_FROM_BLOCK } =
  process.env
if (
  !(DATABASE_URL && DEPLOYMENT_FILE && LOG_BLOCKS && RPC_URL && SCAN_FROM_BLOCK)
) {
  throw new Error('Ponder is started by scripts/indexer.ts')
}

/** RPC_URL leads to our own proxy, which answers most from memory. */
const POLLING_INTERVAL_MS = 250
const CONNECTIONS_MAX = 8
// Ponder limits each URL to 20 requests a second at first. The proxy keeps the
// nodes' own limits.
const RPC_SHARES = 20

const { chainId, registry, startBlock, tokens } =
  readDeployment(DEPLOYMENT_FILE)

export default createConfig({
  database: {
    kind: 'postgres',
    connectionString: DATABASE_URL,
    poolConfig: { max: CONNECTIONS_MAX },
  },
  chains: {
    testChain: {
      id: chainId,
      rpc: Array(RPC_SHARES).fill(RPC_URL),
      pollingInterval: POLLING_INTERVAL_MS,
      ethGetLogsBlockRange: Number(LOG_BLOCKS),
    },
  },
  contracts: {
    // One source, so that each request reads the logs of all of them.
    Contracts: {
      chain: 'testChain',
      startBlock,
      abi: [...depositRegistryAbi, ...erc20Abi],
      address: [registry, ...Object.values(tokens)],
    },
  },
  blocks: {
    // Payments of the chain's own coin are found in each block's transactions.
    Blocks: {
      chain: 'testChain',
      startBlock: Number(SCAN_FROM_BLOCK),
      interval: 1,
    },
  },
})
