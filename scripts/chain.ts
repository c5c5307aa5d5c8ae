// A chain of one's own, gone when this ends: chain 31337, a block a second
// and one for each transaction.
import { network } from 'hardhat'

const port = Number(process.env.CHAIN_PORT ?? 8545)

const server = await network.createServer('node', '127.0.0.1', port)
const listening = await server.listen()
console.log(`Chain 31337 at http://${listening.address}:${listening.port}`)
