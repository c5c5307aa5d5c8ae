import { randomInt } from 'node:crypto'
import { createRequire } from 'node:module'
import toolboxViem from '@nomicfoundation/hardhat-toolbox-viem'
import { defineConfig } from 'hardhat/config'

// The compiler comes from node_modules: nothing is downloaded. Without the
// metadata hash the bytecode depends on the code alone, so that the committed
// copy (contracts/generated) can be compared.
const compiler = {
  version: '0.8.30',
  path: createRequire(import.meta.url).resolve('solc/soljson.js'),
  settings: {
    evmVersion: 'cancun',
    optimizer: { enabled: true, runs: 200 },
    metadata: { appendCBOR: false, bytecodeHash: 'none' },
  },
}

const LOCAL_CHAIN_ID = 31337
const BLOCK_INTERVAL_MS = 1000
// The node keeps each step of a call until it is answered, some 700 bytes for
// a unit of gas, and makes no block meanwhile. So nothing may take more than
// the largest thing that the house does, which is to register 100 wallets.
const TRANSACTION_GAS_MAX = 3_500_000

// Deposits are told apart by the genesis of their chain, and two chains that
// start in the same second would share one. So each account is rich by another
// fraction of a coin every time.
const ACCOUNT_BALANCE_WEI =
  10_000n * 10n ** 18n + BigInt(randomInt(2 ** 48 - 1))

export default defineConfig({
  plugins: [toolboxViem],
  solidity: { profiles: { default: compiler, production: compiler } },
  networks: {
    // Blocks also come without transactions: confirmations must grow.
    node: {
      type: 'edr-simulated',
      chainId: LOCAL_CHAIN_ID,
      accounts: { accountsBalance: ACCOUNT_BALANCE_WEI },
      mining: { auto: true, interval: BLOCK_INTERVAL_MS },
      // Otherwise each block within a second moves the chain's clock a second
      // ahead.
      allowBlocksWithSameTimestamp: true,
      transactionGasCap: TRANSACTION_GAS_MAX,
    },
  },
  test: { solidity: { invariant: { runs: 32, depth: 64 } } },
  paths: { sources: 'contracts', tests: { nodejs: 'contracts/test' } },
})
