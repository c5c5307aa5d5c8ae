import { network } from 'hardhat'
import { BSC_TESTNET } from '#core/chain/test-chains.ts'

const BLOCK_INTERVAL_MS = 100

// The local chain under the testnet's id and as fast as it, to rehearse with.
const params = {
  network: 'node',
  override: {
    chainId: BSC_TESTNET,
    allowBlocksWithSameTimestamp: true,
    mining: { auto: true, interval: BLOCK_INTERVAL_MS },
  },
}
const server = await network.createServer(params, '127.0.0.1', 0)
const { address, port } = await server.listen()
process.stdout.write(`Chain ${BSC_TESTNET} at http://${address}:${port}\n`)
