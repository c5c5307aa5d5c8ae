import { Pool } from 'pg'
import { type Address, getAddress, type Hash, type PublicClient } from 'viem'
import { walletInfo } from '#core/schemas/wallet.ts'
import { enrollPlayers } from '../bench/players.ts'
import { connectDeployment } from '../chain/connect-deployment.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import { startChain } from '../components/chain.ts'
import {
  type ChainSetting,
  provideContracts,
} from '../components/deployment.ts'
import { startIndexer } from '../components/indexer.ts'
import { launchConfigOf } from '../lib/launch-config.ts'
import type { ManagedProcess } from '../lib/managed-process.ts'
import type { Stage } from '../lib/stage.ts'
import { waitUntil } from '../lib/wait-until.ts'
import { localPayer, type Payment } from './local-payer.ts'

/** A house that takes deposits on a local chain, and what the chain says. */
export type DepositSite = {
  client: PublicClient
  database: Pool
  /** Players' active wallets. */
  wallets: Address[]
  pay: (payment: Payment) => Promise<Hash>
  startIndexer: () => Promise<ManagedProcess>
  indexer: ManagedProcess
  close: () => Promise<void>
}

const ACTIVE_WITHIN_MS = 60_000

/** Starts chain, contracts, indexer and API on a stage, with players to pay. */
export async function openDepositSite(
  stage: Stage,
  players: number,
): Promise<DepositSite> {
  const cookies = await enrollPlayers(stage.env, players)
  const chain = await startContracts(stage)
  const deployment = requireDeployment(chain.deploymentFile)
  const { client } = await connectDeployment(deployment, chain.rpcUrl)
  const databaseUrl = stage.env.DATABASE_URL
  const start = () => startIndexer({ databaseUrl, chain }, stage.runner)
  const [api, indexer] = await Promise.all([stage.startApi(), start()])
  const database = new Pool({ connectionString: databaseUrl, max: 2 })
  return {
    client,
    database,
    wallets: await Promise.all(
      cookies.map((cookie) => activeWallet(api.url, cookie)),
    ),
    pay: await localPayer(client, deployment),
    startIndexer: start,
    indexer,
    close: () => database.end(),
  }
}

async function startContracts(stage: Stage): Promise<ChainSetting> {
  const config = launchConfigOf({ DATA_DIR: stage.directory })
  const rpcUrl = await startChain(config, stage.runner)
  const chain = await provideContracts(rpcUrl, config, stage.runner)
  stage.env = {
    ...stage.env,
    RPC_URL: rpcUrl,
    DEPLOYMENT_FILE: chain.deploymentFile,
    OPERATOR_PRIVATE_KEY: chain.operatorKey,
  }
  return chain
}

async function activeWallet(url: string, cookie: string): Promise<Address> {
  const headers = { cookie }
  const made = `${url}/api/wallet/generate`
  await fetch(made, { method: 'POST', headers })
  const find = async () => {
    const answer = await fetch(`${url}/api/wallet/info`, { headers })
    return walletInfo.parse(await answer.json()).address
  }
  await waitUntil(async () => (await find()) !== null, ACTIVE_WITHIN_MS)
  return getAddress((await find()) ?? '')
}
