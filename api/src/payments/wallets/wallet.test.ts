import type { Address } from 'viem'
import { expect, test } from 'vitest'
import { walletInfo } from '#core/api/wallet.ts'
import {
  BSC_TESTNET,
  LOCAL_CHAIN,
  type TestChainId,
} from '#core/chain/chains.ts'
import { findInfo } from '#testing/chain/chain-server.ts'
import {
  SAMPLE_DEPLOYMENT,
  sampleDeploymentFile,
} from '#testing/chain/sample-deployment.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { testFolder } from '#testing/process/test-folder.ts'
import type { ApiOptions } from '#testing/server/test-api.ts'
import { testClock } from '#testing/server/test-clock.ts'
import { openTestServer } from '#testing/server/test-server.ts'

const server = await openTestServer()

const { GUMBY, POKEY } = SAMPLE_DEPLOYMENT.tokens

function startApi(
  options: ApiOptions = {},
  chainId: TestChainId = LOCAL_CHAIN,
) {
  const env = {
    RPC_URL: 'http://127.0.0.1:9',
    DEPLOYMENT_FILE: sampleDeploymentFile(testFolder(), chainId),
    ...options.env,
  }
  return server.startApi({ ...options, env })
}

async function readAddresses({ id }: TestPlayer): Promise<Address[]> {
  const { rows } = await server.pool.query<{ address: Address }>(
    'SELECT address FROM wallet_keys WHERE user_id = $1',
    [id],
  )
  return rows.map(({ address }) => address)
}

test('refuses deposits without a chain', async () => {
  const player = await server.newPlayer()
  expect(await findInfo(player)).toEqual({
    address: null,
    createdAt: null,
    deposits: [],
    state: 'none',
    reason: 'Deposits are off: this casino isn’t connected to a chain.',
    network: null,
    assets: [],
    faucet: null,
  })
  const { client } = player
  for (const answer of [
    await client.post('/api/wallet/generate'),
    await client.post('/api/wallet/recheck', { txHash: `0x${'0'.repeat(64)}` }),
  ]) {
    expect(answer.status).toBe(503)
    expect(answer.body).toMatchObject({
      code: 'unavailable',
      message: 'Deposits are off: this casino isn’t connected to a chain.',
    })
  }
})

test('limits rechecks to ten a minute per player and sixty per network', async () => {
  // Without a chain, requests below the limit are refused with 503.
  const { origin } = await server.startApi()
  async function readRefused(count: number): Promise<number> {
    const { client } = await server.newPlayer()
    const there = client.at(origin)
    const txHash = `0x${'0'.repeat(64)}`
    const requests = Array.from({ length: count }, () =>
      there.post('/api/wallet/recheck', { txHash }),
    )
    const statuses = (await Promise.all(requests)).map(({ status }) => status)
    const refused = statuses.filter((status) => status === 429).length
    expect(statuses.filter((status) => status === 503)).toHaveLength(
      count - refused,
    )
    return refused
  }
  expect(await readRefused(11)).toBe(1)
  for (let others = 0; others < 4; others += 1) {
    expect(await readRefused(10)).toBe(0)
  }
  expect(await readRefused(10)).toBe(1)
})

test('explains after a minute why a wallet is not active while the chain is unreachable', async () => {
  const { clock, advance } = testClock()
  const { origin } = await startApi({ clock })
  const player = await server.newPlayer()
  const client = player.client.at(origin)
  const before = await findInfo({ client })
  expect(before).toMatchObject({
    state: 'none',
    address: null,
    createdAt: null,
    network: { chainId: 31_337, name: 'Local Hardhat chain', explorer: null },
    assets: expect.arrayContaining([
      { symbol: 'tBNB', minimum: '0.01', coinsPerUnit: 100_000 },
      { symbol: 'GUMBY', address: GUMBY, minimum: '100', coinsPerUnit: 1 },
      { symbol: 'POKEY', address: POKEY, minimum: '100', coinsPerUnit: 1 },
    ]),
  })
  expect(before).not.toHaveProperty('reason')

  const answer = await client.post('/api/wallet/generate')
  const made = walletInfo.parse(answer.body)
  expect(made).toMatchObject({ state: 'activating', address: null })
  expect(made.createdAt).not.toBeNull()
  expect(made).not.toHaveProperty('reason')
  // The database's own clock advances too.
  advance(120_000)
  expect(await findInfo({ client })).toMatchObject({
    state: 'activating',
    address: null,
    reason: 'The casino has no account on this chain to register it with.',
  })
})

test('creates one wallet for concurrent requests', async () => {
  const { origin } = await startApi()
  const player = await server.newPlayer()
  const client = player.client.at(origin)
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => client.post('/api/wallet/generate')),
  )
  expect(answers.map(({ status }) => status)).toEqual(Array(8).fill(200))
  expect(new Set(answers.map(({ text }) => text)).size).toBe(1)
  const addresses = await readAddresses(player)
  expect(addresses).toHaveLength(1)
  const { rows: users } = await server.pool.query(
    `SELECT wallet_address, wallet_created_at IS NOT NULL AS dated
     FROM users WHERE id = $1`,
    [player.id],
  )
  expect(users).toEqual([{ wallet_address: addresses[0], dated: true }])
})

test('hides the address until the wallet is active', async () => {
  const { origin } = await startApi()
  const player = await server.newPlayer()
  const client = player.client.at(origin)
  await client.post('/api/wallet/generate')
  const [address] = await readAddresses(player)
  for (const path of ['/api/user', '/api/wallet/info', '/api/transactions']) {
    const { text } = await client.get(path)
    expect(text.toLowerCase()).not.toContain(address)
  }
})

test('finds owners among tens of thousands of addresses', async () => {
  const api = await startApi()
  const player = await server.newPlayer()
  await player.client.at(api.origin).post('/api/wallet/generate')
  const own = await readAddresses(player)
  const strangers = Array.from({ length: 70_000 }, (_, n): Address => `0x${n}`)
  const all = [...strangers, ...own]
  const owners = await api.modules.wallet.service.findOwners(all)
  expect([...owners]).toEqual(own.map((address) => [address, player.id]))
})

test('links to public faucets on the public test chain', async () => {
  const env = { OPERATOR_PRIVATE_KEY: `0x${'5'.repeat(64)}` }
  const { origin } = await startApi({ env }, BSC_TESTNET)
  const player = await server.newPlayer()
  const client = player.client.at(origin)
  const { faucet } = await findInfo({ client })
  if (faucet?.kind !== 'links') throw new Error('There are no links')
  const urls = faucet.links.map(({ url }) => url)
  expect(urls).toContain('https://www.bnbchain.org/en/testnet-faucet')
  expect(urls).toContain(
    `https://testnet.bscscan.com/address/${GUMBY}#writeContract`,
  )
  const address = `0x${'6'.repeat(40)}`
  const answer = await client.post('/api/wallet/faucet', { address })
  expect(answer.status).toBe(404)
})
