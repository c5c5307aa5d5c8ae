import { createPublicClient, http } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { startNode } from '#testing/chain/test-node.ts'
import { RpcFailure, rpcFailure } from './rpc-failure.ts'

test.each([-32_000, -32_603, 429])(
  'what a node said with code %i is told, and not where it is',
  async (code) => {
    const message = 'insufficient funds for gas * price + value'
    const node = await startNode(() => ({ error: { code, message } }))
    onTestFinished(() => node.close())
    const transport = http(`${node.url}/my-secret-api-key`, { retryCount: 0 })
    const asked = createPublicClient({ transport }).getBlockNumber()
    const failure = await asked.catch(rpcFailure)
    expect(failure).toBeInstanceOf(RpcFailure)
    expect(String(failure)).toContain(message)
    expect(String(failure)).not.toContain('my-secret-api-key')
  },
)
