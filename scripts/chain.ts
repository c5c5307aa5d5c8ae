import { network } from 'hardhat'
import { createTestClient, http } from 'viem'
import { loadSettings } from './product/launch-config.ts'

// npm run chain: runs a local chain, which exists until this ends. Its id is 31337.
// It mines a block each second and one for each transaction.
loadSettings()
const port = Number(process.env.CHAIN_PORT ?? 8545)
const server = await network.createServer('node', '127.0.0.1', port)
const listening = await server.listen()
const url = `http://${listening.address}:${listening.port}`
await setClock(url)
console.log(`Chain 31337 at ${url}`)

/** Sets the chain's clock, which began when Hardhat read its configuration, to the real time. */
async function setClock(rpcUrl: string): Promise<void> {
  const chain = createTestClient({ mode: 'hardhat', transport: http(rpcUrl) })
  const aheadSeconds = Number(await chain.increaseTime({ seconds: 0 }))
  await chain.increaseTime({ seconds: -aheadSeconds })
}
