import { getAddress } from 'viem'
import { expect, test } from 'vitest'
import {
  activeWallet,
  findInfo,
  openUnindexedServer,
} from '#testing/chain/chain-server.ts'
import type { TestPlayer } from '#testing/player/test-player.ts'
import { openSocket } from '#testing/server/test-socket.ts'
import { depositRegistryAbi } from '../../../../contracts/generated/deposit-registry.ts'

const server = await openUnindexedServer()
const { chain } = server

async function generate({ client }: Pick<TestPlayer, 'client'>) {
  const answer = await client.post('/api/wallet/generate')
  expect(answer.status, answer.text).toBe(200)
  return answer
}

function isRegistered(wallet: `0x${string}`): Promise<boolean> {
  return chain.client.readContract({
    address: chain.deployment.registry,
    abi: depositRegistryAbi,
    functionName: 'isRegistered',
    args: [wallet],
  })
}

async function registrations() {
  const { rows } = await server.pool.query<{ status: string }>(
    'SELECT status FROM outbox_transactions ORDER BY id',
  )
  return rows
}

test('shows a wallet when its registration is final, and always the same one', async () => {
  const player = await server.newPlayer()
  const socket = await openSocket(server.origin, {
    cookie: player.client.cookie,
  })
  await chain.client.setAutomine(false)
  await generate(player)
  await expect
    .poll(async () => (await registrations()).at(-1)?.status)
    .toBe('sent')
  expect(await findInfo(player)).toMatchObject({
    state: 'activating',
    address: null,
  })

  await chain.mine(1)
  await chain.client.setAutomine(true)
  const wallet = await activeWallet(player)
  expect(wallet).toBe(getAddress(wallet))
  expect(await isRegistered(wallet)).toBe(true)
  expect(await socket.next()).toMatchObject({ type: 'wallet', state: 'active' })
  socket.socket.close()
  const again = await generate(player)
  expect(again.body).toMatchObject({ address: wallet, state: 'active' })
})

test('registers wallets that are created together in one batch', async () => {
  const players = await server.newPlayers(12)
  const before = (await registrations()).length
  // Wallets created while the first batch is pending join the second.
  await chain.client.setAutomine(false)
  await Promise.all(players.map(generate))
  await chain.client.setAutomine(true)
  await chain.mine(1)
  await Promise.all(players.map((player) => activeWallet(player)))
  expect((await registrations()).length - before).toBeLessThanOrEqual(2)
})

test('registers a wallet again when a reorganisation removes it', async () => {
  const id = await chain.client.snapshot()
  const player = await server.newPlayer()
  await generate(player)
  const wallet = await activeWallet(player)
  await chain.client.revert({ id })
  // Mining is manual, so a transaction sent twice would show up.
  await chain.client.setAutomine(false)
  await chain.mine(1)
  await expect
    .poll(async () => (await findInfo(player)).state)
    .toBe('activating')
  await chain.client.setAutomine(true)
  await chain.mine(1)
  expect(await activeWallet(player)).toBe(wallet)
  expect(await isRegistered(wallet)).toBe(true)
})
