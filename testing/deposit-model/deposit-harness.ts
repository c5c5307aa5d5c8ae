import type { Address } from 'viem'
import { lowerCase } from '#core/chain/chains.ts'
import { activeWallet, chainEnv } from '#testing/chain/chain-server.ts'
import { startChain } from '#testing/chain/started-chain.ts'
import { createTestDatabase } from '#testing/database/test-database.ts'
import { newPlayer } from '#testing/player/test-player.ts'
import { seededStreams } from '#testing/server/seeded-entropy.ts'
import { startTestApi } from '#testing/server/test-api.ts'
import { type DepositApi, openDepositApi } from './deposit-api.ts'
import { type ModelChain, modelChain, TREASURY } from './model-chain.ts'
import {
  modelPayments,
  prepareContracts,
  withFickleToken,
} from './model-payments.ts'

export type Depositor = {
  userId: string
  wallet: Address
  /** True from the first block of a run on. */
  isRegistered: boolean
}

/** The chain, players and contracts that all runs start with. */
export type DepositHarness = Awaited<ReturnType<typeof createDepositHarness>>

export type Run = {
  chain: ModelChain
  depositors: readonly Depositor[]
  api: DepositApi
  payments: ReturnType<typeof modelPayments>
}

/**
 * Creates a chain and a database with three players, of whom the last one's wallet
 * isn't registered yet. Each run starts with a copy of both.
 */
export async function createDepositHarness() {
  const started = await withFickleToken(await startChain())
  const { client } = started
  await client.setIntervalMining({ interval: 0 })
  const env = { ...chainEnv(started), TREASURY_ADDRESS: TREASURY.address }
  const template = await createTestDatabase()
  const depositors = await enroll(template.url, env)
  await template.close()
  const contracts = await prepareContracts(started)
  const base = await client.snapshot()
  const chain = modelChain(started, contracts.branchPayer, base)

  return {
    chain,
    depositors,
    /** @param finalAfter blocks from the head to the newest final one. */
    async openRun(finalAfter: number): Promise<Run> {
      await chain.reset()
      const name = new URL(template.url).pathname.slice(1)
      const database = await createTestDatabase(name)
      const api = await openDepositApi({ started, env, finalAfter, database })
      const payments = modelPayments(chain, contracts)
      return { chain, depositors, api, payments }
    },
    close: () => started.stop(),
  }
}

async function enroll(
  databaseUrl: string,
  env: NodeJS.ProcessEnv,
): Promise<Depositor[]> {
  const registering = await startTestApi(databaseUrl, { env })
  const early = await Promise.all(
    [0, 1].map(async () => {
      const player = await newPlayer(registering.origin)
      await player.client.post('/api/wallet/generate')
      const wallet = lowerCase(await activeWallet(player))
      return { userId: player.id, wallet, isRegistered: true }
    }),
  )
  await registering.close()
  const { OPERATOR_PRIVATE_KEY: _, ...withoutOperator } = env
  const waiting = await startTestApi(databaseUrl, {
    env: withoutOperator,
    // Another seed, so that it creates other wallets.
    getEntropy: seededStreams('late'),
  })
  const { client, id: userId } = await newPlayer(waiting.origin)
  await client.post('/api/wallet/generate')
  const wallet = await waiting.modules.wallet.service.findAddress(userId)
  await waiting.close()
  if (!wallet) throw new Error('The last player has no wallet')
  return [...early, { userId, wallet, isRegistered: false }]
}
