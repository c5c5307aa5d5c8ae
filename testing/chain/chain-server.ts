import { afterAll, afterEach, expect } from 'vitest'
import { type Deposit, type WalletInfo, walletInfo } from '#core/api/wallet.ts'
import { newPlayer, type TestPlayer } from '#testing/player/test-player.ts'
import { eventually } from '#testing/server/eventually.ts'
import type { ApiOptions } from '#testing/server/test-api.ts'
import { openTestServer } from '#testing/server/test-server.ts'
import {
  delayFinality,
  type FaultyNode,
  startFaultyNode,
} from './faulty-node.ts'
import { OPERATOR_KEY } from './operator-key.ts'
import { freshChain } from './shared-chains.ts'
import { type TestChain, withTokens } from './started-chain.ts'
import { testIndexer } from './test-indexer.ts'

type Address = `0x${string}`
export type Depositor = Omit<TestPlayer, 'wallet'> & { wallet: Address }
type Player = Pick<TestPlayer, 'client'>

type ChainOptions = ApiOptions & {
  /** Nodes between the API and the chain; default none. */
  nodes?: number
  /** Blocks from the head to the newest final one of these nodes. */
  finalAfter?: number
  /** Deploys tokens that replace ours. */
  tokens?(chain: TestChain): Promise<Partial<TestChain['deployment']['tokens']>>
}

/** Players enrolled at once, since their wallets share a registration. */
const ENROLLED_AT_ONCE = 4

/**
 * Opens an API over a chain that an indexer follows, for all tests of a file.
 * Transactions and tests mine the blocks.
 */
export async function openChainServer(options: ChainOptions = {}) {
  const server = await openUnindexedServer(options)
  const indexer = testIndexer(server.pool, server.chain)
  await indexer.open()
  let stop = indexer.follow()
  afterAll(() => stop())
  /** Runs work while the indexer shows nothing new. */
  async function whileIndexerLags(work: () => Promise<void>) {
    await stop()
    await work()
    stop = indexer.follow()
  }
  return { ...server, indexer, whileIndexerLags }
}

/** Opens the same without an indexer, so that the API sees no payments. */
export async function openUnindexedServer(options: ChainOptions = {}) {
  const shared = await freshChain()
  const tokens = await options.tokens?.(shared)
  const chain = tokens ? withTokens(shared, tokens) : shared
  const { finalAfter = 0 } = options
  const profile = delayFinality(finalAfter)
  const nodes: FaultyNode[] = []
  while (nodes.length < (options.nodes ?? 0)) {
    nodes.push(await startFaultyNode(chain.env.RPC_URL, profile))
  }
  const env = { ...chainEnv(chain), ...options.env }
  if (nodes.length > 0) env.RPC_URL = nodes.map(({ url }) => url).join()
  const server = await openTestServer({ ...options, env })
  afterEach(() => {
    for (const node of nodes) node.inject()
  })
  afterAll(() => {
    for (const node of nodes) node.close()
  })
  const enrolled: Depositor[] = []
  return {
    ...server,
    chain,
    env,
    nodes,
    /** Returns a player with an active wallet. @param origin of the API to use. */
    async newDepositor(origin = server.origin): Promise<Depositor> {
      if (enrolled.length === 0) {
        const all = Array.from({ length: ENROLLED_AT_ONCE }, () =>
          enroll(origin, () => chain.mine(finalAfter)),
        )
        enrolled.push(...(await Promise.all(all)))
      }
      const player = enrolled.pop()
      if (!player) throw new Error('No player was enrolled')
      return { ...player, client: player.client.at(origin) }
    },
  }
}

/** Adds the operator's account, which is funded on every test chain. */
export function chainEnv(chain: TestChain): NodeJS.ProcessEnv {
  return { ...chain.env, OPERATOR_PRIVATE_KEY: OPERATOR_KEY }
}

async function enroll(
  origin: string,
  mine: () => Promise<void>,
): Promise<Depositor> {
  const player = await newPlayer(origin)
  await player.client.post('/api/wallet/generate')
  return { ...player, wallet: await activeWallet(player, mine) }
}

/** @param mine mines blocks until registrations are final. */
export async function activeWallet(
  player: Player,
  mine: () => Promise<void> = () => Promise.resolve(),
): Promise<Address> {
  const active = await eventually(async () => {
    await mine()
    const { address, state } = await findInfo(player)
    if (state === 'active') return address
    throw new Error(`The wallet is ${state}`)
  })
  return active as Address
}

export async function findInfo({ client }: Player): Promise<WalletInfo> {
  const answer = await client.get('/api/wallet/info')
  expect(answer.status, answer.text).toBe(200)
  return walletInfo.parse(answer.body)
}

export async function readDeposits(player: Player): Promise<Deposit[]> {
  return (await findInfo(player)).deposits
}

type Described = Partial<Record<keyof Deposit, unknown>>

/** Waits until the player's only deposit matches, and returns it. */
export async function depositOnce(
  player: Player,
  described: Described,
): Promise<Deposit> {
  await expect
    .poll(() => readDeposits(player))
    .toEqual([expect.objectContaining(described)])
  const [deposit] = await readDeposits(player)
  if (!deposit) throw new Error('The deposit is gone')
  return deposit
}

/** Mines blocks until the player's deposits match. */
export async function depositsBecome(
  chain: TestChain,
  player: Player,
  described: readonly Described[],
): Promise<void> {
  const settled = async () => {
    await chain.mine(1)
    return readDeposits(player)
  }
  await expect
    .poll(settled, { interval: 250 })
    .toEqual(described.map((one) => expect.objectContaining(one)))
}

export async function readBalance({ client }: Player): Promise<number> {
  const { body } = await client.get('/api/user')
  return (body as { balance: number }).balance
}
