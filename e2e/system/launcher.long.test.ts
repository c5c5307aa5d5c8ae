import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import {
  dataFolder,
  launch,
  partPid,
  partPids,
  productOfFile,
} from '#testing/browser/launch.ts'
import type { Product } from '#testing/browser/start-product.ts'
import { identifyProcess } from '../../scripts/process/system-processes.ts'

/** Avoids connections that a busy machine is closing. */
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

/** Tests leave it running, or ended for the next one to restart. */
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

test('npm run dev runs next to it on its own data, and serves sources and API on one port', async () => {
  await running()
  const command = [process.execPath, 'scripts/start.ts', '--dev'] as const
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
