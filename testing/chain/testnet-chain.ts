import { setTimeout as sleep } from 'node:timers/promises'
import { network } from 'hardhat'
import { BSC_TESTNET } from '#core/chain/test-chains.ts'
import { answerOf } from './test-node.ts'

const BLOCK_INTERVAL_MS = 450
const TRANSFER = { value: '0x1', gas: '0x5208' }
/** Accounts before it belong to the operator and to payers of the tests. */
const FIRST_FOREIGN_ACCOUNT = 2

const port = Number(process.env.CHAIN_PORT ?? 0)
const foreignPerBlock = Number(process.env.FOREIGN_PER_BLOCK ?? 0)

// The local chain under the testnet's id and at its pace: blocks come by the
// clock alone, with transactions of strangers.
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

async function payOn(): Promise<void> {
  const ask = answerOf(url)
  const reply = await ask({ method: 'eth_accounts', params: [] })
  if (!('result' in reply && Array.isArray(reply.result))) return
  const foreign = reply.result.slice(FIRST_FOREIGN_ACCOUNT, -1)
  for (;;) {
    const nextBlock = sleep(BLOCK_INTERVAL_MS)
    for (let sent = 0; sent < foreignPerBlock; sent += 1) {
      const from = foreign[sent % foreign.length]
      const transfer = { ...TRANSFER, from, to: from }
      await ask({ method: 'eth_sendTransaction', params: [transfer] })
    }
    await nextBlock
  }
}
