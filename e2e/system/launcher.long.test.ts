import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { network } from 'hardhat'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import {
  dataFolder,
  launch,
  partPid,
  partPids,
  productOfFile,
} from '#testing/browser/launch.ts'
import { type Product, startProduct } from '#testing/browser/start-product.ts'
import { identifyProcess } from '../../scripts/lib/process-identity.ts'

/** One that is kept open may be closing just as a busy machine uses it again. */
const OWN_CONNECTION = { connection: 'close' }

async function get(url: string): Promise<number> {
  return (await fetch(url, { headers: OWN_CONNECTION })).status
}

async function post(url: string, body: object): Promise<number> {
  const { origin } = new URL(url)
  const response = await fetch(url, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin, ...OWN_CONNECTION },
    body: JSON.stringify(body),
  })
  return response.status
}

const PLAYER = { username: 'keeper', password: 'a password' }

/** Each test leaves it running, or ended for the next one to start again. */
const { dataDir, running } = productOfFile({ command: ['npm', 'start'] })

beforeAll(async () => {
  const { url } = await running()
  expect(await post(`${url}/api/register`, PLAYER)).toBe(201)
})

function isKnown({ url }: Product): Promise<boolean> {
  return post(`${url}/api/login`, PLAYER).then((status) => status === 200)
}

function expectNothingLeft(pids: readonly number[]): void {
  expect(pids.filter(identifyProcess)).toEqual([])
  expect(existsSync(join(dataDir, 'lock.json'))).toBe(false)
}

test('a second start on the same data is refused with exit code 1', async () => {
  await running()
  await expect(startProduct({ dataDir })).rejects.toThrow(
    /exit code 1 before Ready:\s+Already running: process \d+ holds/,
  )
})

test('a port in use is refused with exit code 1, before anything starts', async () => {
  const { port } = new URL((await running()).url)
  const other = dataFolder()
  await expect(
    startProduct({ dataDir: other, env: { PORT: port } }),
  ).rejects.toThrow(`Port ${port} on 127.0.0.1 is already in use.`)
  expect(existsSync(join(other, 'postgres'))).toBe(false)
})

test('npm run dev runs beside it on data of its own, and serves sources and API on one port', async () => {
  await running()
  const command = [process.execPath, 'scripts/dev.ts'] as const
  const beside = await launch(dataFolder(), { command })
  expect(await get(`${beside.url}/src/main.tsx`)).toBe(200)
  expect(await isKnown(beside)).toBe(false)
  expect(await post(`${beside.url}/api/register`, PLAYER)).toBe(201)
})

test.each([
  ['Ctrl-C', (product: Product) => product.kill('SIGINT')],
  ['the end of npm alone', ({ pid }: Product) => process.kill(pid, 'SIGTERM')],
])(
  '%s stops everything, and the next start finds the player',
  async (_, stopIt) => {
    const product = await running()
    const pids = partPids(dataDir)
    stopIt(product)
    await product.ended
    expect(product.output()).toContain('Stopped.')
    expectNothingLeft(pids)
    expect(await isKnown(await running())).toBe(true)
  },
)

test('after a kill of the launcher the next start takes over and finds the player', async () => {
  const killed = await running()
  const orphans = partPids(dataDir)
  killed.kill('SIGKILL')
  await killed.ended
  const next = await running({ PORT: new URL(killed.url).port })
  expect(next.output()).toContain('Taking over from process')
  expect(orphans.filter(identifyProcess)).toEqual([])
  expect(await isKnown(next)).toBe(true)
})

test.each(['chain', 'indexer'])(
  'when the %s dies it is named, and everything stops with exit code 1',
  async (name) => {
    const product = await running()
    const pids = partPids(dataDir)
    process.kill(partPid(dataDir, name), 'SIGKILL')
    expect(await product.ended).toBe(1)
    expect(product.output()).toContain(
      `${name} was ended by SIGKILL. Its log: `,
    )
    expectNothingLeft(pids)
  },
)

test('a wrong configuration is told in words', async () => {
  const env = { MASTER_KEYS: 'not a key' }
  await expect(startProduct({ dataDir: dataFolder(), env })).rejects.toThrow(
    /api ended with exit code 1.*MASTER_KEYS/s,
  )
})

/** A chain that somebody else runs, and on which coins are worth something. */
async function chainWithRealMoney(): Promise<string> {
  const params = { network: 'node', override: { chainId: 56 } }
  const server = await network.createServer(params, '127.0.0.1', 0)
  const { address, port } = await server.listen()
  onTestFinished(() => server.close())
  return `http://${address}:${port}`
}

test('a chain with real money is refused, and nothing is left running', async () => {
  const RPC_URL = await chainWithRealMoney()
  const folder = dataFolder()
  await expect(
    startProduct({ dataDir: folder, env: { RPC_URL } }),
  ).rejects.toThrow(
    /deploy ended with exit code 1.*RPC_URL leads to chain 56\. This is play money/s,
  )
  expect(existsSync(join(folder, 'lock.json'))).toBe(false)
})
