import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { LOCAL_CHAIN, type TestChainId } from '#core/chain/chains.ts'
import { privateKey } from '../../api/src/deposit-config.ts'
import { LaunchError } from '../cli/launch-error.ts'

// The first of Hardhat's well-known accounts, funded on every local chain and
// never used elsewhere.
const LOCAL_OPERATOR_KEY =
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** Returns the key of the operator account, if set. */
export function operatorKey(
  chainId: TestChainId,
  env: NodeJS.ProcessEnv,
): Hex | undefined {
  if (chainId === LOCAL_CHAIN) return LOCAL_OPERATOR_KEY
  return parseKey(env, 'OPERATOR_PRIVATE_KEY')
}

/** @throws LaunchError if the variable holds no private key */
export function parseKey(
  env: NodeJS.ProcessEnv,
  name: string,
): Hex | undefined {
  if (!env[name]) return undefined
  const parsed = privateKey.safeParse(env[name])
  if (parsed.success) return parsed.data
  throw new LaunchError(`${name} must be 0x and 64 hex digits.`)
}

/** Returns the configured owner of a chain's contracts, if set. */
export function contractOwner(
  chainId: TestChainId,
  env: NodeJS.ProcessEnv,
): Address | undefined {
  const { CONTRACT_OWNER: owner } = env
  if (chainId === LOCAL_CHAIN || owner === undefined) return undefined
  if (isAddress(owner)) return getAddress(owner)
  throw new LaunchError('CONTRACT_OWNER must be the address of an account.')
}
