import { createConfig, factory } from 'ponder'
import { erc20Abi, getAbiItem } from 'viem'
import { headIntervalOf } from '#core/chain/head-interval.ts'
import { nodeUrls } from '#core/chain/node-urls.ts'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import { depositRegistryAbi } from './contracts/generated/deposit-registry.ts'
import { readDeployment } from './contracts/read-deployment.ts'

const { DATABASE_URL, DEPLOYMENT_FILE, RPC_URL } = process.env
if (!(DATABASE_URL && DEPLOYMENT_FILE && RPC_URL)) {
  throw new Error('DATABASE_URL, DEPLOYMENT_FILE and RPC_URL must be set')
}

const POLLING_INTERVAL_MS = 500
const CONNECTIONS_MAX = 8
// Ponder allows each RPC 20 requests a second at first, and our own one is
// faster than that.
const LOCAL_RPC_SHARES = 20

const { chainId, registry, startBlock, tokens } =
  readDeployment(DEPLOYMENT_FILE)
const isLocal = chainId === LOCAL_CHAIN
const since = { chain: 'testChain', startBlock } as const

export default createConfig({
  database: {
    kind: 'postgres',
    connectionString: DATABASE_URL,
    poolConfig: { max: CONNECTIONS_MAX },
  },
  chains: {
    testChain: {
      id: chainId,
      rpc: Array(isLocal ? LOCAL_RPC_SHARES : 1)
        .fill(nodeUrls(RPC_URL))
        .flat(),
      pollingInterval: POLLING_INTERVAL_MS,
    },
  },
  contracts: {
    // Needed for more than its own rows: without a source that matches the
    // event, the factory below never learns of wallets registered live.
    Registry: { ...since, abi: depositRegistryAbi, address: registry },
    Token: {
      ...since,
      abi: erc20Abi,
      address: [tokens.GUMBY, tokens.POKEY],
    },
  },
  accounts: {
    Wallet: {
      ...since,
      address: factory({
        address: registry,
        event: getAbiItem({
          abi: depositRegistryAbi,
          name: 'WalletRegistered',
        }),
        parameter: 'wallet',
        startBlock,
      }),
    },
  },
  // Live blocks only: a head says that the backfill is done.
  blocks: {
    Head: {
      chain: 'testChain',
      startBlock: 'latest',
      interval: headIntervalOf(chainId),
    },
  },
})
