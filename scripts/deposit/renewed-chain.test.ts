import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { startNode } from '#testing/chain/test-node.ts'
import { runScript } from '#testing/process/run-script.ts'
import { testFolder } from '#testing/process/test-folder.ts'

const GENESIS = { number: '0x0', timestamp: '0x0', transactions: [] }

test('a chain that was started anew is told by its address, and not by a variable', async () => {
  const node = await startNode(({ method }) => ({
    result:
      method === 'eth_chainId'
        ? '0x7a69'
        : { ...GENESIS, hash: `0x${'2'.repeat(64)}` },
  }))
  onTestFinished(node.close)
  const DATA_DIR = testFolder()
  const deployment = {
    chainId: 31_337,
    genesisHash: `0x${'1'.repeat(64)}`,
    startBlock: 1,
    registry: `0x${'3'.repeat(40)}`,
    tokens: { GUMBY: `0x${'4'.repeat(40)}`, POKEY: `0x${'5'.repeat(40)}` },
  }
  const file = join(DATA_DIR, 'deployment.json')
  writeFileSync(file, JSON.stringify(deployment))
  const env = { DATA_DIR, RPC_URL: `${node.url}/my-key` }
  const { code, stderr } = await runScript('deposit.ts', ['bendy', '1'], env)
  expect(code).toBe(1)
  expect(stderr).toContain(`The chain at ${node.url} was started anew`)
  expect(stderr).not.toMatch(/DEPLOYMENT_FILE|my-key/)
})
