import { createPublicClient, type Hex, http } from 'viem'
import { readDeployment } from '../../contracts/read-deployment.ts'
import { operatorKey } from '../chain/operator-key.ts'
import { answersOk, freePort, reachableUrl } from '../process/ports.ts'
import type { ManagedProcess, ProcessRunner } from '../process/supervisor.ts'
import type { LaunchConfig } from './launch-config.ts'
import type { Secrets } from './secrets.ts'

/** A chain with our contracts. */
export type ChainSetting = {
  rpcUrl: string
  deploymentFile: string
  /** Registers wallets; without it none can be registered. */
  operatorKey: Hex | undefined
}

/** @param port replaces the chain at this port */
export async function startLocalChain(
  runner: ProcessRunner,
  port?: number,
): Promise<{ url: string; process: ManagedProcess }> {
  const chainPort = String(port ?? (await freePort()))
  const url = `http://127.0.0.1:${chainPort}`
  const transport = http(url, { retryCount: 0 })
  const client = createPublicClient({ transport })
  const started = await runner.launch({
    name: 'chain',
    args: ['scripts/chain.ts'],
    env: { CHAIN_PORT: chainPort },
    isReady: () =>
      client.getChainId().then(
        () => true,
        () => false,
      ),
  })
  return { url, process: started }
}

/** Deploys the contracts that the chain lacks. */
export async function provideContracts(
  rpcUrl: string,
  { deploymentFile }: { deploymentFile: string },
  runner: ProcessRunner,
): Promise<ChainSetting> {
  await runner.run({
    name: 'deploy',
    args: ['scripts/deploy.ts'],
    env: { RPC_URL: rpcUrl, DEPLOYMENT_FILE: deploymentFile },
  })
  const { chainId } = readDeployment(deploymentFile)
  console.log(`Contracts in ${deploymentFile}`)
  const key = operatorKey(chainId, process.env)
  return { rpcUrl, deploymentFile, operatorKey: key }
}

/** Starts the indexer. Does not wait for it to catch up, which takes long on a testnet. */
export async function startIndexer(
  { databaseUrl, chain }: { databaseUrl: string; chain: ChainSetting },
  runner: ProcessRunner,
): Promise<ManagedProcess> {
  const port = await freePort()
  const indexer = await runner.launch({
    name: 'indexer',
    args: ['scripts/indexer.ts'],
    env: {
      DATABASE_URL: databaseUrl,
      RPC_URL: chain.rpcUrl,
      DEPLOYMENT_FILE: chain.deploymentFile,
      INDEXER_PORT: String(port),
    },
    isReady: () => answersOk(`http://127.0.0.1:${port}/health`),
  })
  console.log(`Indexer   http://127.0.0.1:${port}/status`)
  return indexer
}

type Site = {
  config: Pick<LaunchConfig, 'highWaterFile' | 'publicUrl'>
  secrets: Pick<Secrets, 'MASTER_KEYS' | 'SESSION_SECRET'>
  chain: ChainSetting
  /** PUBLIC_URL unless it is configured. */
  ownUrl: string
  webDir: string | undefined
}

/** Returns the settings of API processes, but for the database. */
export function apiEnvironment(site: Site): NodeJS.ProcessEnv {
  const { chain, config, ownUrl, secrets, webDir } = site
  const { MASTER_KEYS, SESSION_SECRET } = { ...secrets, ...process.env }
  return {
    MASTER_KEYS,
    SESSION_SECRET,
    HIGH_WATER_FILE: config.highWaterFile,
    PUBLIC_URL: config.publicUrl ?? ownUrl,
    RPC_URL: chain.rpcUrl,
    DEPLOYMENT_FILE: chain.deploymentFile,
    ...(chain.operatorKey && { OPERATOR_PRIVATE_KEY: chain.operatorKey }),
    ...(webDir && { WEB_DIR: webDir }),
  }
}

type ApiPlace = {
  host: string
  port: number
  /** Settings that this process doesn't have. */
  env: NodeJS.ProcessEnv
  nodeFlags?: string[]
}

type RunningApi = {
  url: string
  /** Replaces the process at the same address. */
  restart: () => Promise<void>
}

export async function startApi(
  { host, port, env, nodeFlags = [] }: ApiPlace,
  runner: ProcessRunner,
): Promise<RunningApi> {
  const url = reachableUrl(host, port)
  const launch = () =>
    runner.launch({
      name: 'api',
      args: [...nodeFlags, 'api/src/main.ts'],
      env: { ...env, HOST: host, PORT: String(port) },
      isReady: () => answersOk(`${url}/readyz`),
    })
  let running = await launch()
  console.log(`API       ${url}`)
  const restart = async () => {
    await running.stop()
    running = await launch()
  }
  return { url, restart }
}
