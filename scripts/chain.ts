import { network } from 'hardhat'
import { loadSettings } from './lib/launch-config.ts'

// npm run chain: a chain of one's own, gone when this ends. Its id is 31337,
// and it makes a block a second and one for each transaction.
loadSettings()
const port = Number(process.env.CHAIN_PORT ?? 8545)
const server = await network.createServer('node', '127.0.0.1', port)
const listening = await server.listen()
console.log(`Chain 31337 at http://${listening.address}:${listening.port}`)
