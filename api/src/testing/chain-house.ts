import { afterAll, expect } from 'vitest'
import { LOCAL_CHAIN } from '#core/chain/test-chains.ts'
import {
  type Deposit,
  type WalletInfo,
  walletInfo,
} from '#core/schemas/wallet.ts'
import {
  type StartedChain,
  startChain,
  startIndexer,
} from '../../../indexer/test/world.ts'
import { operatorKey } from '../../../scripts/chain/operator-key.ts'
import type { ApiOptions } from './test-api.ts'
import { openTestHouse } from './test-house.ts'
import { newPlayer, type TestPlayer } from './test-player.ts'

/** Longer than a block, the indexer and the watcher take on a busy machine. */
export const PATIENCE = { timeout: 30_000, interval: 50 }

type Address = `0x${string}`
export type Depositor = Omit<TestPlayer, 'wallet'> & { wallet: Address }
type Player = Pick<TestPlayer, 'client'>

/**
 * A house with a local chain and an indexer behind it, for all tests of a
 * file. Blocks are made by transactions and by hand alone.
 */
export async function openChainHouse(options: ApiOptions = {}) {
  const chain = await startChain()
  await chain.client.setIntervalMining({ interval: 0 })
  const env = { ...chainEnv(chain), ...options.env }
  const house = await openTestHouse({ ...options, env })
  const started = await startIndexer(chain, house.databaseUrl)
  let isStopped = false
  const indexer = {
    ...started,
    async stop() {
      if (!isStopped) await started.stop()
      isStopped = true
    },
  }
  afterAll(async () => {
    await indexer.stop()
    await chain.stop()
  })
  return {
    ...house,
    chain,
    indexer,
    env,
    /** @param origin the API to go through, if it is another one. */
    newDepositor: (origin = house.origin) => newDepositor(origin, chain),
  }
}

export function chainEnv(chain: StartedChain): NodeJS.ProcessEnv {
  return {
    ...chain.env,
    OPERATOR_PRIVATE_KEY: operatorKey(LOCAL_CHAIN, {}) ?? '',
  }
}

/** A player with an active wallet. */
async function newDepositor(
  origin: string,
  chain: StartedChain,
): Promise<Depositor> {
  const player = await newPlayer(origin)
  await player.client.post('/api/wallet/generate')
  const wallet = await activeWallet(player)
  // The indexer learns of it from its block.
  await chain.mine(1)
  return { ...player, wallet }
}

export async function activeWallet(player: Player): Promise<Address> {
  await expect
    .poll(async () => (await infoOf(player)).state, PATIENCE)
    .toBe('active')
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
    .poll(() => depositsOf(player), PATIENCE)
    .toEqual([expect.objectContaining(described)])
  const [deposit] = await depositsOf(player)
  if (!deposit) throw new Error('The deposit is gone')
  return deposit
}

export async function balanceOf({ client }: Player): Promise<number> {
  const { body } = await client.get('/api/user')
  return (body as { balance: number }).balance
}
