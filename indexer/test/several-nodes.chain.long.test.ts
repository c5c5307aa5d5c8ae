import { parseEther } from 'viem'
import { expect, test } from 'vitest'
import { freshChain } from '#testing/chain/shared-chains.ts'
import { createDatabase, startIndexer } from '#testing/chain/started-chain.ts'

const chain = await freshChain()

test('goes on with the node that answers when another is away', async () => {
  const RPC_URL = `http://127.0.0.1:9/key,${chain.env.RPC_URL}`
  const env = { ...chain.env, RPC_URL }
  const indexer = await startIndexer({ ...chain, env }, await createDatabase())
  try {
    const wallet = await chain.registeredWallet()
    const { blockNumber } = await chain.pay(wallet, parseEther('0.05'))
    await indexer.reaches(blockNumber)
    expect(await indexer.rowsOf('native_transfers', wallet)).toHaveLength(1)
  } finally {
    await indexer.stop()
  }
})
