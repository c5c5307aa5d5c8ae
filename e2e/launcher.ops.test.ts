import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { network } from 'hardhat'
import { expect, onTestFinished, test } from 'vitest'
import { readDeployment } from '../contracts/read-deployment.ts'
import { identifyProcess } from '../scripts/lib/process-identity.ts'
import {
  dataFolder,
  launch,
  partPid,
  partPids,
  post,
} from './support/launch.ts'
import { type Product, startProduct } from './support/start-product.ts'

const PLAYER = { username: 'keeper', password: 'a password' }

/** A chain that somebody else runs. */
async function chainOfOthers(chainId: number): Promise<string> {
  const params = { network: 'node', override: { chainId } }
  const server = await network.createServer(params, '127.0.0.1', 0)
  const { address, port } = await server.listen()
  onTestFinished(() => server.close())
  return `http://${address}:${port}`
}

test('a stop leaves no process and no lock, and the next start finds the player', async () => {
  const dataDir = dataFolder()
  const first = await launch(dataDir)
  expect(await post(`${first.url}/api/register`, PLAYER)).toBe(201)
  const pids = partPids(dataDir)
  expect(await first.stop()).toBe(0)
  expect(pids.filter(identifyProcess)).toEqual([])
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
  const second = await launch(dataDir)
  expect(await post(`${second.url}/api/login`, PLAYER)).toBe(200)
})

test('a wrong configuration is told in words', async () => {
  const env = { MASTER_KEYS: 'not a key' }
  await expect(startProduct({ dataDir: dataFolder(), env })).rejects.toThrow(
    /api ended with exit code 1.*MASTER_KEYS/s,
  )
})

test('after a kill of the launcher the next start takes over and finds the player', async () => {
  const dataDir = dataFolder()
  const killed = await launch(dataDir)
  expect(await post(`${killed.url}/api/register`, PLAYER)).toBe(201)
  const orphans = partPids(dataDir)
  killed.kill('SIGKILL')
  await killed.ended
  const next = await launch(dataDir, {
    env: { PORT: new URL(killed.url).port },
  })
  expect(next.output()).toContain('Taking over from process')
  expect(orphans.filter(identifyProcess)).toEqual([])
  expect(await post(`${next.url}/api/login`, PLAYER)).toBe(200)
})

test.each([
  ['Ctrl-C', (product: Product) => product.kill('SIGINT')],
  ['the end of npm alone', ({ pid }: Product) => process.kill(pid, 'SIGTERM')],
])('under npm start, %s stops everything', async (_, stopIt) => {
  const dataDir = dataFolder()
  const product = await launch(dataDir, { command: ['npm', 'start'] })
  stopIt(product)
  await product.ended
  expect(product.output()).toContain('Stopped.')
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
})

test('npm run dev serves the sources, and the API behind the same port', async () => {
  const dataDir = dataFolder()
  const command = [process.execPath, 'scripts/dev.ts'] as const
  const { url } = await launch(dataDir, { command })
  expect((await fetch(`${url}/src/main.tsx`)).status).toBe(200)
  expect(await post(`${url}/api/register`, PLAYER)).toBe(201)
})

test('two products run side by side on data of their own', async () => {
  const [one, other] = await Promise.all([
    launch(dataFolder()),
    launch(dataFolder()),
  ])
  expect(await post(`${one.url}/api/register`, PLAYER)).toBe(201)
  expect(await post(`${other.url}/api/login`, PLAYER)).toBe(401)
})

test('a second start on the same data is refused with exit code 1', async () => {
  const dataDir = dataFolder()
  await launch(dataDir)
  await expect(startProduct({ dataDir })).rejects.toThrow(
    /exit code 1 before Ready:\s+Already running: process \d+ holds/,
  )
})

test('a port in use is refused with exit code 1, before anything starts', async () => {
  const { url } = await launch(dataFolder())
  const { port } = new URL(url)
  const dataDir = dataFolder()
  await expect(startProduct({ dataDir, env: { PORT: port } })).rejects.toThrow(
    `Port ${port} on 127.0.0.1 is already in use.`,
  )
  expect(existsSync(join(dataDir, 'postgres'))).toBe(false)
})

test.each(['api', 'chain', 'indexer'])(
  'when the %s dies it is named, and everything stops with exit code 1',
  async (name) => {
    const dataDir = dataFolder()
    const product = await launch(dataDir)
    const pids = partPids(dataDir)
    process.kill(partPid(dataDir, name), 'SIGKILL')
    expect(await product.ended).toBe(1)
    expect(product.output()).toContain(
      `${name} was ended by SIGKILL. Its log: `,
    )
    expect(pids.filter(identifyProcess)).toEqual([])
  },
)

test('a chain with real money is refused, and nothing is left running', async () => {
  const RPC_URL = await chainOfOthers(56)
  const dataDir = dataFolder()
  await expect(startProduct({ dataDir, env: { RPC_URL } })).rejects.toThrow(
    /deploy ended with exit code 1.*RPC_URL leads to chain 56\. This is play money/s,
  )
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
})

test("the chain of a developer's own is used, and its contracts kept", async () => {
  const RPC_URL = await chainOfOthers(31_337)
  const dataDir = dataFolder()
  const first = await launch(dataDir, { env: { RPC_URL } })
  expect(() => partPid(dataDir, 'chain')).toThrow('chain is not running')
  const deployment = readDeployment(join(dataDir, 'deployment.json'))
  await first.stop()
  await launch(dataDir, { env: { RPC_URL } })
  expect(readDeployment(join(dataDir, 'deployment.json'))).toEqual(deployment)
})
