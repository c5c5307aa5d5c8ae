import { afterAll, expect } from 'vitest'
import type { TestChainId } from '#core/chain/test-chains.ts'
import {
  type Deposit,
  type WalletInfo,
  walletInfo,
} from '#core/schemas/wallet.ts'
import {
  emptiedDatabase,
  type TestDatabase,
} from '#testing/database/test-database.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import type { ApiOptions } from '#testing/server/test-api.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import { OPERATOR_KEY } from './operator-key.ts'
import { freshChain, indexedChain } from './shared-chains.ts'
import { startChain, startIndexer, type TestChain } from './started-chain.ts'

/** Rich on every chain of the tests. */
const OPERATOR = { OPERATOR_PRIVATE_KEY: OPERATOR_KEY }

type Address = `0x${string}`
export type Depositor = Omit<TestPlayer, 'wallet'> & { wallet: Address }
type Player = Pick<TestPlayer, 'client'>

/**
 * A house with an indexer behind it, for all tests of a file, over the chain
 * that its files share. Blocks are made by transactions and by hand alone.
 */
export async function openChainServer(options: ApiOptions = {}) {
  const { chain, databaseUrl } = await indexedChain()
  const database = await emptiedDatabase(databaseUrl)
  return houseOver(chain, options, database)
}

/** The same without an indexer: nobody tells of payments. */
export async function openUnindexedServer(options: ApiOptions = {}) {
  return houseOver(await freshChain(), options)
}

/** The same with chain and indexer for this file alone. */
export async function openLoneChainServer(chainId: TestChainId) {
  const chain = await ownChain(chainId)
  const server = await houseOver(chain)
  const indexer = await startIndexer(chain, server.databaseUrl)
  afterAll(() => indexer.stop())
  return server
}

/** A chain for this file alone, which makes no blocks by itself either. */
export async function ownChain(chainId: TestChainId): Promise<TestChain> {
  const chain = await startChain(chainId, OPERATOR)
  afterAll(() => chain.stop())
  await chain.client.setIntervalMining({ interval: 0 })
  return chain
}

async function houseOver(
  chain: TestChain,
  options: ApiOptions = {},
  database?: TestDatabase,
) {
  const env = { ...chainEnv(chain), ...options.env }
  const server = await openTestServer({ ...options, env }, database)
  return {
    ...server,
    chain,
    env,
    /** @param origin the API to go through, if it is another one. */
    newDepositor: (origin = server.origin) => newDepositor(origin, chain),
  }
}

export function chainEnv(chain: TestChain): NodeJS.ProcessEnv {
  return { ...chain.env, ...OPERATOR }
}

/** A player with an active wallet. */
async function newDepositor(
  origin: string,
  chain: TestChain,
): Promise<Depositor> {
  const player = await newPlayer(origin)
  await player.client.post('/api/wallet/generate')
  const wallet = await activeWallet(player)
  // The indexer learns of it from its block.
  await chain.mine(1)
  return { ...player, wallet }
}

export async function activeWallet(player: Player): Promise<Address> {
  await expect.poll(async () => (await infoOf(player)).state).toBe('active')
  return (await infoOf(player)).address as Address
}

export async function infoOf({ client }: Player): Promise<WalletInfo> {
  const answer = await client.get('/api/wallet/info')
  expect(answer.status, answer.text).toBe(200)
  return walletInfo.parse(answer.body)
}

export async function depositsOf(player: Player): Promise<Deposit[]> {
  return (await infoOf(player)).deposits
}

/** The player's only deposit, once there is one as described. */
export async function depositOnce(
  player: Player,
  described: Partial<Record<keyof Deposit, unknown>>,
): Promise<Deposit> {
  await expect
    .poll(() => depositsOf(player))
    .toEqual([expect.objectContaining(described)])
  const [deposit] = await depositsOf(player)
  if (!deposit) throw new Error('The deposit is gone')
  return deposit
}

export async function balanceOf({ client }: Player): Promise<number> {
  const { body } = await client.get('/api/user')
  return (body as { balance: number }).balance
}
