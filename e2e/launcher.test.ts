import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, inject, test } from 'vitest'
import { identifyProcess } from '../scripts/lib/process-identity.ts'
import { dataFolder, launch, partPids, post } from './support/launch.ts'
import { startProduct } from './support/start-product.ts'

const PLAYER = { username: 'keeper', password: 'a password' }

test('one port serves the page and the API', async () => {
  const url = inject('productUrl')
  const page = await fetch(url)
  expect(page.headers.get('content-type')).toMatch(/^text\/html/)
  expect((await fetch(`${url}/readyz`)).status).toBe(200)
})

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
