import type { Pool } from 'pg'
import { type Address, getAddress, type Hash, type PublicClient } from 'viem'
import { type WalletInfo, walletInfo } from '#core/api/wallet.ts'
import type { Deployment } from '#core/schemas/deployment.ts'
import { enrollPlayers } from '../bench/players.ts'
import { connectDeployment } from '../chain/connect-chain.ts'
import { requireDeployment } from '../chain/deployment-file.ts'
import type { ManagedProcess } from '../process/supervisor.ts'
import { waitUntil } from '../process/wait-until.ts'
import { toLaunchConfig } from '../product/launch-config.ts'
import type { Stage, StageProcess } from '../product/stage.ts'
import {
  provideContracts,
  startIndexer,
  startLocalChain,
} from '../product/start-parts.ts'
import { localPayer, type Payment } from './local-payer.ts'

/** A product with deposits on a local chain. */
export type DepositSite = {
  chain: Contracts
  client: PublicClient
  database: Pool
  /** Cookie headers of the players, in the order of their active `wallets`. */
  cookies: string[]
  wallets: Address[]
  pay: (payment: Payment) => Promise<Hash>
  api: StageProcess
  startIndexer: () => Promise<ManagedProcess>
  indexer: ManagedProcess
}

type SiteOptions = {
  players: number
  /** Starts another chain than the local one. */
  startChain?: (stage: Stage) => Promise<Contracts>
  /** Maps the chain's URL to the RPC_URL of API and indexer. */
  startNodes?: (chainUrl: string) => Promise<string>
}

/** Enough for dozens of wallets on a busy machine. */
const ACTIVE_WITHIN_MS = 180_000

/** Starts chain, contracts, indexer, API and players on a stage. */
export async function openDepositSite(
  stage: Stage,
  {
    players,
    startChain = startContracts,
    startNodes = async (url) => url,
  }: SiteOptions,
): Promise<DepositSite> {
  const cookies = await enrollPlayers(stage.env, players)
  const chain = await startChain(stage)
  const { client } = await connectDeployment(chain.deployment, chain.url)
  const rpcUrl = await startNodes(chain.url)
  stage.env = { ...stage.env, RPC_URL: rpcUrl }
  const databaseUrl = stage.env.DATABASE_URL
  const setting = { ...chain.setting, rpcUrl }
  const start = () =>
    startIndexer({ databaseUrl, chain: setting }, stage.runner)
  const [api, indexer] = await Promise.all([stage.startApi(), start()])
  return {
    chain,
    client,
    database: stage.database,
    cookies,
    wallets: await activeWallets(api.url, cookies),
    pay: await localPayer(client, chain.deployment),
    api,
    startIndexer: start,
    indexer,
  }
}

export type Contracts = Awaited<ReturnType<typeof startContracts>>

/** @param port replaces the chain at this port */
export async function startContracts(stage: Stage, port?: number) {
  const config = toLaunchConfig({ DATA_DIR: stage.directory })
  const { url, process } = await startLocalChain(stage.runner, port)
  const setting = await provideContracts(url, config, stage.runner)
  stage.env = {
    ...stage.env,
    DEPLOYMENT_FILE: setting.deploymentFile,
    OPERATOR_PRIVATE_KEY: setting.operatorKey,
  }
  const deployment: Deployment = requireDeployment(setting.deploymentFile)
  return { url, process, setting, deployment }
}

/** Creates a wallet for each player, and waits until all are active. */
export function activeWallets(
  url: string,
  cookies: readonly string[],
): Promise<Address[]> {
  return Promise.all(cookies.map((cookie) => activeWallet(url, cookie)))
}

async function activeWallet(url: string, cookie: string): Promise<Address> {
  await fetch(`${url}/api/wallet/generate`, {
    method: 'POST',
    headers: { cookie },
  })
  const find = async () => (await findWalletInfo(url, cookie)).address
  await waitUntil(async () => (await find()) !== null, ACTIVE_WITHIN_MS)
  return getAddress((await find()) ?? '')
}

export async function findWalletInfo(
  url: string,
  cookie: string,
): Promise<WalletInfo> {
  const answer = await fetch(`${url}/api/wallet/info`, { headers: { cookie } })
  return walletInfo.parse(await answer.json())
}
