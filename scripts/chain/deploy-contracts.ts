import {
  createWalletClient,
  custom,
  encodeDeployData,
  getAddress,
  type Hex,
  isAddressEqual,
} from 'viem'
import { privateKeyToAccount, privateKeyToAddress } from 'viem/accounts'
import { TOKENS } from '#core/deposits/asset.ts'
import {
  type Deployment,
  deployment as deploymentSchema,
  type EarlierDeployment,
} from '#core/schemas/deployment.ts'
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
import { LaunchError } from '../cli/launch-error.ts'
import { connectChain, type TestChain } from './connect-chain.ts'
import { getWriter, readAccess } from './contract-access.ts'
import {
  findDeployment,
  refuseToForget,
  writeDeployment,
} from './deployment-file.ts'
import { contractOwner, operatorKey } from './operator-key.ts'

type DeployOptions = { rpcUrl: string; file: string; env: NodeJS.ProcessEnv }

/** The operator account, which writes, and the owner, who can replace it. */
type Access = { registrar: Hex; owner: Hex | undefined }

/**
 * Deploys the contracts that the chain lacks, and writes `file`. Keeps those of
 * earlier runs and versions on the same chain.
 */
export async function deployContracts({
  rpcUrl,
  file,
  env,
}: DeployOptions): Promise<Deployment> {
  const chain = await connectChain(rpcUrl)
  const key = operatorKey(chain.chainId, env)
  const earlier = await findDeployment(chain, file)
  const { data: complete } = deploymentSchema.safeParse(earlier)
  if (complete && !key) return complete
  if (!key) {
    throw new LaunchError(
      `${file} names no contracts of this chain, or not all of them. Set OPERATOR_PRIVATE_KEY to a funded account to deploy them, or DEPLOYMENT_FILE to where they are described.`,
    )
  }
  const registrar = privateKeyToAddress(key)
  const access = { registrar, owner: contractOwner(chain.chainId, env) }
  if (earlier) await requireAccess(chain, earlier, access)
  else refuseToForget(file)
  if (complete?.fairnessAnchor) return complete
  const isPoor = (await chain.client.getBalance({ address: registrar })) === 0n
  if (complete && isPoor) return complete
  const deploy = await fundedDeployer(chain, key)
  const deployment = await deployMissing(chain, earlier, { access, deploy })
  writeDeployment(file, deployment)
  return deployment
}

async function deployMissing(
  { chainId, genesisHash }: TestChain,
  earlier: EarlierDeployment | undefined,
  { access: { owner, registrar }, deploy }: { access: Access; deploy: Deploy },
): Promise<Deployment> {
  const args = [owner ?? registrar, registrar] as const
  const registryCode = encodeDeployData({
    abi: registryAbi,
    bytecode: registryBytecode,
    args,
  })
  const anchorCode = encodeDeployData({
    abi: anchorAbi,
    bytecode: anchorBytecode,
    args,
  })
  let kept = earlier
  if (!kept) {
    const { address, block } = await deploy(registryCode)
    const instance = { chainId, genesisHash, startBlock: block }
    kept = { ...instance, registry: address, tokens: {} }
  }
  const fairnessAnchor =
    kept.fairnessAnchor ?? (await deploy(anchorCode)).address
  const tokens = { ...kept.tokens }
  for (const { name, symbol } of TOKENS) {
    const args = [name, symbol] as const
    const token = { abi: tokenAbi, bytecode: tokenBytecode, args } as const
    tokens[symbol] ??= (await deploy(encodeDeployData(token))).address
  }
  return deploymentSchema.parse({ ...kept, fairnessAnchor, tokens })
}

/**
 * Without the writer's key no wallet is registered and no root stored.
 *
 * @throws LaunchError if a contract has another registrar or owner
 */
export async function requireAccess(
  { client }: TestChain,
  { fairnessAnchor, registry }: EarlierDeployment,
  { owner, registrar }: Access,
): Promise<void> {
  const anchor = fairnessAnchor ? [fairnessAnchor] : []
  for (const contract of [registry, ...anchor]) {
    const access = await readAccess(client, contract)
    const writer = getWriter(access)
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

export type Deploy = (code: Hex) => Promise<{ address: Hex; block: number }>

/** @throws LaunchError if the account of `key` has no coins */
export async function fundedDeployer(
  { client }: TestChain,
  key: Hex,
): Promise<Deploy> {
  const account = privateKeyToAccount(key)
  if ((await client.getBalance({ address: account.address })) === 0n) {
    throw new LaunchError(
      `The operator ${account.address} has no test BNB to deploy the contracts with. A BSC testnet faucet gives some.`,
    )
  }
  const wallet = createWalletClient({ account, transport: custom(client) })
  return async (code) => {
    const hash = await wallet.sendTransaction({ data: code, chain: null })
    const { blockNumber, contractAddress, status } =
      await client.waitForTransactionReceipt({ hash })
    if (status === 'success' && contractAddress) {
      const address = getAddress(contractAddress)
      return { address, block: Number(blockNumber) }
    }
    throw new LaunchError(`The deployment ${hash} was reverted.`)
  }
}
