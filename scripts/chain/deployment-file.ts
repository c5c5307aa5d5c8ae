import { existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import type { Deployment, EarlierDeployment } from '#core/schemas/deployment.ts'
import {
  readDeployment,
  readEarlierDeployment,
} from '../../contracts/read-deployment.ts'
import { LaunchError } from '../lib/launch-error.ts'
import type { TestChain } from './connect-chain.ts'

/** What the file says; there must be one. */
export function requireDeployment(file: string): Deployment {
  if (existsSync(file)) return readDeployment(file)
  throw new LaunchError(`${file} is missing. "npm run deploy" writes it.`)
}

/** What the file says, if its contracts are on this very chain. */
export async function deploymentOn(
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
 * Local chains come and go, but wallets stay registered on a testnet: a file
 * that says where is never overwritten.
 */
export function refuseToForget(file: string): void {
  if (!existsSync(file)) return
  const { chainId } = readEarlierDeployment(file)
  if (chainId === LOCAL_CHAIN) return
  throw new LaunchError(
    `${file} describes contracts on chain ${chainId}, which the chain at RPC_URL does not have. Set DATA_DIR or DEPLOYMENT_FILE to another place, or move the file away.`,
  )
}

/** Replaces the file at once: readers never see half of it. */
export function writeDeployment(
  file: string,
  deployment: EarlierDeployment,
): void {
  const draft = `${file}.new`
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(draft, `${JSON.stringify(deployment, null, 2)}\n`)
  renameSync(draft, file)
}
