import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Deployment, EarlierDeployment } from '#core/schemas/deployment.ts'
import {
  readDeployment,
  readEarlierDeployment,
} from '../../contracts/read-deployment.ts'
import { LaunchError } from '../cli/launch-error.ts'
import type { TestChain } from './connect-chain.ts'

/** Reads the deployment. @throws LaunchError if the file is missing. */
export function requireDeployment(file: string): Deployment {
  if (existsSync(file)) return readDeployment(file)
  throw new LaunchError(`${file} is missing. "npm run deploy" writes it.`)
}

/** Reads the deployment, if all its contracts are on this chain. */
export async function findDeployment(
  { client, chainId, genesisHash }: TestChain,
  file: string,
): Promise<EarlierDeployment | undefined> {
  if (!existsSync(file)) return undefined
  const found = readEarlierDeployment(file)
  if (found.chainId !== chainId || found.genesisHash !== genesisHash) {
    return undefined
  }
  const { fairnessAnchor, registry, tokens } = found
  const anchors = fairnessAnchor ? [fairnessAnchor] : []
  const codes = await Promise.all(
    [registry, ...Object.values(tokens), ...anchors].map((address) =>
      client.getCode({ address }),
    ),
  )
  return codes.every((code) => code !== undefined) ? found : undefined
}

/**
 * Refuses to overwrite the deployment of a testnet, where wallets stay
 * registered. Local chains are re-created at every start.
 */
export function refuseToForget(file: string): void {
  if (!existsSync(file)) return
  const { chainId } = readEarlierDeployment(file)
  if (chainId === LOCAL_CHAIN) return
  throw new LaunchError(
    `${file} describes contracts on chain ${chainId}, which the chain at RPC_URL does not have. Set DATA_DIR or DEPLOYMENT_FILE to another place, or move the file away.`,
  )
}

/** Replaces the file atomically, since others may read it meanwhile. */
export function writeDeployment(
  file: string,
  deployment: EarlierDeployment,
): void {
  const draft = `${file}.new`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(draft, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(draft, file)
}
