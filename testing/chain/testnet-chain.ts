import { setTimeout as sleep } from 'node:timers/promises'
import { network } from 'hardhat'
import { createTestClient, getContractAddress, http, walletActions } from 'viem'
import { BSC_TESTNET } from '#core/chain/chains.ts'
import {
  testTokenAbi,
  testTokenBytecode,
} from '../../contracts/generated/test-token.ts'

const BLOCK_INTERVAL_MS = 450
/** Slice of Hardhat's accounts that no test uses. */
const FOREIGN_ACCOUNTS = [2, -1] as const
const FOREIGN_TOKEN = {
  abi: testTokenAbi,
  bytecode: testTokenBytecode,
} as const
const SENT = { chain: null, gas: 1_000_000n } as const

const port = Number(process.env.CHAIN_PORT ?? 0)
const foreignPerBlock = Number(process.env.FOREIGN_PER_BLOCK ?? 0)

// A local chain with the testnet's id and block time, and with transactions of
// other accounts.
const params = {
  network: 'node',
  override: {
    chainId: BSC_TESTNET,
    allowBlocksWithSameTimestamp: true,
    mining: { auto: false, interval: BLOCK_INTERVAL_MS },
  },
}
const server = await network.createServer(params, '127.0.0.1', port)
const listening = await server.listen()
const url = `http://${listening.address}:${listening.port}`
process.stdout.write(`Chain ${BSC_TESTNET} at ${url}\n`)
if (foreignPerBlock > 0) await payOn()

/** Sends a block's transactions at once; half of them emit a log. */
async function payOn(): Promise<void> {
  const client = createTestClient({
    mode: 'hardhat',
    transport: http(url, { batch: { batchSize: foreignPerBlock } }),
  }).extend(walletActions)
  const accounts = (await client.getAddresses()).slice(...FOREIGN_ACCOUNTS)
  const [deployer] = accounts
  if (!deployer) throw new Error('The chain has no accounts')
  const { abi, bytecode } = FOREIGN_TOKEN
  await client.deployContract({
    ...SENT,
    abi,
    bytecode,
    account: deployer,
    args: ['Foreign', 'FOREIGN'],
  })
  const token = getContractAddress({ from: deployer, nonce: 0n })
  for (;;) {
    const nextBlock = sleep(BLOCK_INTERVAL_MS)
    const sent = Array.from({ length: foreignPerBlock }, (_, index) => {
      const account = accounts[index % accounts.length] ?? deployer
      return index % 2 === 0
        ? client.sendTransaction({ ...SENT, account, to: account, value: 1n })
        : client.writeContract({
            ...SENT,
            abi,
            account,
            address: token,
            functionName: 'approve',
            args: [account, 1n],
          })
    })
    await Promise.all([nextBlock, ...sent])
  }
}
