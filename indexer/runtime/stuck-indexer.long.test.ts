import { afterAll, beforeAll, test } from 'vitest'
import { type Fault, startFaultyNode } from '#testing/chain/faulty-node.ts'
import {
  createDatabase,
  type StartedChain,
  startChain,
} from '#testing/chain/started-chain.ts'
import { startScript, stopScript } from '#testing/process/run-script.ts'

let chain: StartedChain
beforeAll(async () => {
  chain = await startChain()
})
afterAll(() => chain?.stop())

test('an indexer that never catches up reports it, and is restarted', async () => {
  const unlinked: Fault = (upstream) => async (request) => {
    const reply = await upstream(request)
    if (request.method !== 'eth_getBlockByNumber') return reply
    if (!('result' in reply && reply.result)) return reply
    return { result: { ...reply.result, parentHash: `0x${'f'.repeat(64)}` } }
  }
  const node = await startFaultyNode(chain.env.RPC_URL)
  node.inject(unlinked)
  const lost = startScript('indexer.ts', {
    ...chain.env,
    RPC_URL: node.url,
    DATABASE_URL: await createDatabase(),
    INDEXER_PORT: '0',
  })
  try {
    await lost.waitFor(/"reason":"stuck".*"pauseMs":5000.*indexer\.restarting/)
    node.inject()
    await lost.waitFor(/indexer\.live/)
  } finally {
    await stopScript(lost)
    node.close()
  }
})
