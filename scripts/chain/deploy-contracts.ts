import { encodeDeployData, type Hex, isAddressEqual } from 'viem'
import { privateKeyToAccount } from 'viem/accounts'
import type { Deployment } from '#core/schemas/deployment.ts'
import {
  depositRegistryAbi as registryAbi,
  depositRegistryBytecode as registryBytecode,
} from '../../contracts/generated/deposit-registry.ts'
import {
  fairnessAnchorAbi as anchorAbi,
  fairnessAnchorBytecode as anchorBytecode,
} from '../../contracts/generated/fairness-anchor.ts'
import {
  testTokenAbi as tokenAbi,
  testTokenBytecode as tokenBytecode,
} from '../../contracts/generated/test-token.ts'
import { LaunchError } from '../lib/launch-error.ts'
import { connectChain, type TestChain } from './connect-chain.ts'
import { type Deploy, fundedDeployer } from './deployer.ts'
import {
  deploymentOn,
  refuseToForget,
  writeDeployment,
} from './deployment-file.ts'
import { operatorKey } from './operator-key.ts'

type DeployOptions = { rpcUrl: string; file: string; env: NodeJS.ProcessEnv }

/**
 * Sees to it that the contracts are on the chain and `file` says where. Those
 * of an earlier run are kept while the chain is the same one.
 */
export async function deployContracts({
  rpcUrl,
  file,
  env,
}: DeployOptions): Promise<Deployment> {
  const chain = await connectChain(rpcUrl)
  const key = operatorKey(chain.chainId, env)
  const earlier = await deploymentOn(chain, file)
  if (earlier) {
    if (!key) return earlier
    await requireOwner(chain, earlier.registry, key)
    return withAnchor(earlier, { chain, key, file })
  }
  if (!key) {
    throw new LaunchError(
      `${file} names no contracts of this chain. Set OPERATOR_PRIVATE_KEY to a funded account to deploy them, or DEPLOYMENT_FILE to where they are described.`,
    )
  }
  refuseToForget(file)
  const owner = privateKeyToAccount(key).address
  const deployment = await deployAll({
    chain,
    owner,
    deploy: await fundedDeployer(chain, key),
  })
  writeDeployment(file, deployment)
  return deployment
}

async function deployAll({
  chain: { chainId, genesisHash },
  owner,
  deploy,
}: {
  chain: TestChain
  owner: Hex
  deploy: Deploy
}): Promise<Deployment> {
  const registry = await deploy(
    encodeDeployData({
      abi: registryAbi,
      bytecode: registryBytecode,
      args: [owner],
    }),
  )
  const anchor = await deploy(anchorCode(owner))
  const gumby = await deploy(tokenCode('Gumby Test', 'GUMBY'))
  const pokey = await deploy(tokenCode('Pokey Test', 'POKEY'))
  return {
    chainId,
    genesisHash,
    startBlock: registry.block,
    registry: registry.address,
    fairnessAnchor: anchor.address,
    tokens: { GUMBY: gumby.address, POKEY: pokey.address },
  }
}

/** Adds what an earlier version did not deploy, where the operator can pay. */
async function withAnchor(
  deployment: Deployment,
  { chain, key, file }: { chain: TestChain; key: Hex; file: string },
): Promise<Deployment> {
  const { address: owner } = privateKeyToAccount(key)
  const { client } = chain
  const isPoor = (await client.getBalance({ address: owner })) === 0n
  if (deployment.fairnessAnchor || isPoor) return deployment
  const deploy = await fundedDeployer(chain, key)
  const { address } = await deploy(anchorCode(owner))
  const whole = { ...deployment, fairnessAnchor: address }
  writeDeployment(file, whole)
  return whole
}

function anchorCode(owner: Hex): Hex {
  return encodeDeployData({
    abi: anchorAbi,
    bytecode: anchorBytecode,
    args: [owner],
  })
}

function tokenCode(name: string, symbol: string): Hex {
  const args = [name, symbol] as const
  return encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args })
}

// Without its owner's key nobody could register a wallet.
async function requireOwner(
  { client }: TestChain,
  registry: Hex,
  key: Hex,
): Promise<void> {
  const owner = await client.readContract({
    address: registry,
    abi: registryAbi,
    functionName: 'owner',
  })
  const operator = privateKeyToAccount(key).address
  if (isAddressEqual(owner, operator)) return
  throw new LaunchError(
    `The registry ${registry} belongs to ${owner}, not to the operator ${operator}.`,
  )
}
