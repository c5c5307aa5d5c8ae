import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { createPublicClient, http, zeroAddress } from 'viem'
import { expect, onTestFinished, test } from 'vitest'
import { bareEnvironment } from './lib/bare-environment.ts'
import { PROJECT_ROOT } from './lib/launch-config.ts'

test('nothing may take more of it than registering a hundred wallets', async () => {
  const chain = createPublicClient({ transport: http(await startChain()) })
  const [to, gas] = [zeroAddress, 3_500_000n]
  await expect(chain.call({ to, gas })).resolves.toEqual({ data: undefined })
  const more = chain.call({ to, gas: gas + 1n })
  await expect(more).rejects.toThrow('greater than the cap')
})

test('no two chains have the same genesis, even in the same second', async () => {
  // What the state is made of does not depend on the time.
  const [one, other] = await Promise.all([genesisState(), genesisState()])
  expect(one).toMatch(/^0x[0-9a-f]{64}$/)
  expect(one).not.toBe(other)
})

async function genesisState(): Promise<string> {
  const transport = http(await startChain())
  const { stateRoot } = await createPublicClient({ transport }).getBlock({
    blockNumber: 0n,
  })
  return stateRoot
}

async function startChain(): Promise<string> {
  const chain = spawn(
    process.execPath,
    [join(PROJECT_ROOT, 'scripts/chain.ts')],
    {
      cwd: PROJECT_ROOT,
      env: { ...bareEnvironment(), CHAIN_PORT: '0' },
      stdio: ['ignore', 'pipe', 'inherit'],
    },
  )
  onTestFinished(() => void chain.kill())
  const [line] = await once(createInterface(chain.stdout), 'line')
  return String(line).split(' ').at(-1) ?? ''
}
