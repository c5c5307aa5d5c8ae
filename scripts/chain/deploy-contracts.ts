import { encodeDeployData, type Hex, isAddressEqual } from 'viem'
import { privateKeyToAddress } from 'viem/accounts'
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
import { accessOf, writerOf } from './contract-access.ts'
import { type Deploy, fundedDeployer } from './deployer.ts'
import {
  deploymentOn,
  refuseToForget,
  writeDeployment,
} from './deployment-file.ts'
import { contractOwner, operatorKey } from './operator-key.ts'

type DeployOptions = { rpcUrl: string; file: string; env: NodeJS.ProcessEnv }

/** The operator account, which writes, and the owner, which may replace it. */
type Access = { registrar: Hex; owner: Hex | undefined }

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
  if (earlier && !key) return earlier
  if (!key) {
    throw new LaunchError(
      `${file} names no contracts of this chain. Set OPERATOR_PRIVATE_KEY to a funded account to deploy them, or DEPLOYMENT_FILE to where they are described.`,
    )
  }
  const registrar = privateKeyToAddress(key)
  const access = { registrar, owner: contractOwner(chain.chainId, env) }
  if (earlier) {
    await requireAccess(chain, earlier, access)
    return withAnchor(earlier, { chain, key, access, file })
  }
  refuseToForget(file)
  const deployment = await deployAll({
    chain,
    access,
    deploy: await fundedDeployer(chain, key),
  })
  writeDeployment(file, deployment)
  return deployment
}

async function deployAll({
  chain: { chainId, genesisHash },
  access,
  deploy,
}: {
  chain: TestChain
  access: Access
  deploy: Deploy
}): Promise<Deployment> {
  const registry = await deploy(registryCode(access))
  const anchor = await deploy(anchorCode(access))
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
  {
    chain,
    key,
    access,
    file,
  }: { chain: TestChain; key: Hex; access: Access; file: string },
): Promise<Deployment> {
  const balance = await chain.client.getBalance({ address: access.registrar })
  const isPoor = balance === 0n
  if (deployment.fairnessAnchor || isPoor) return deployment
  const deploy = await fundedDeployer(chain, key)
  const { address } = await deploy(anchorCode(access))
  const whole = { ...deployment, fairnessAnchor: address }
  writeDeployment(file, whole)
  return whole
}

function registryCode({ owner, registrar }: Access): Hex {
  const args = [owner ?? registrar, registrar] as const
  return encodeDeployData({
    abi: registryAbi,
    bytecode: registryBytecode,
    args,
  })
}

function anchorCode({ owner, registrar }: Access): Hex {
  const args = [owner ?? registrar, registrar] as const
  return encodeDeployData({ abi: anchorAbi, bytecode: anchorBytecode, args })
}

function tokenCode(name: string, symbol: string): Hex {
  const args = [name, symbol] as const
  return encodeDeployData({ abi: tokenAbi, bytecode: tokenBytecode, args })
}

// Without its writer's key no wallet could be registered and no root stored.
async function requireAccess(
  { client }: TestChain,
  { fairnessAnchor, registry }: Deployment,
  { owner, registrar }: Access,
): Promise<void> {
  const anchor = fairnessAnchor ? [fairnessAnchor] : []
  for (const contract of [registry, ...anchor]) {
    const access = await accessOf(client, contract)
    const writer = writerOf(access)
    if (!isAddressEqual(writer, registrar)) {
      throw notOurs(contract, `takes calls of ${writer}, not of ${registrar}`)
    }
    if (owner && access.registrar && !isAddressEqual(access.owner, owner)) {
      throw notOurs(contract, `is owned by ${access.owner}, not by ${owner}`)
    }
  }
}

function notOurs(contract: Hex, why: string): LaunchError {
  return new LaunchError(
    `The contract ${contract} ${why}. "npm run operator -- rotate-owner" changes that.`,
  )
}
