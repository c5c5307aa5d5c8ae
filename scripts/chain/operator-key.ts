import { type Address, getAddress, type Hex, isAddress } from 'viem'
import { LOCAL_CHAIN, type TestChainId } from '#core/chain/chains.ts'
import { privateKey } from '../../api/src/deposit-config.ts'
import { LaunchError } from '../cli/launch-error.ts'

// The first of Hardhat's well-known accounts, rich on every local chain. Who
// reads this owns it too: it is never used anywhere else.
const LOCAL_OPERATOR_KEY =
  '0xac0974bec39a17e36ba4a6b4d238ff944bacb478cbed5efcae784d7bf4f2ff80'

/** The house's own account on a chain; undefined when it has none there. */
export function operatorKey(
  chainId: TestChainId,
  env: NodeJS.ProcessEnv,
): Hex | undefined {
  if (chainId === LOCAL_CHAIN) return LOCAL_OPERATOR_KEY
  return keyIn(env, 'OPERATOR_PRIVATE_KEY')
}

/** The private key that a variable holds; undefined when it is not set. */
export function keyIn(env: NodeJS.ProcessEnv, name: string): Hex | undefined {
  if (!env[name]) return undefined
  const parsed = privateKey.safeParse(env[name])
  if (parsed.success) return parsed.data
  throw new LaunchError(`${name} must be 0x and 64 hex digits.`)
}

/** Returns the wanted owner of a chain's contracts; undefined where it is not set. */
export function contractOwner(
  chainId: TestChainId,
  env: NodeJS.ProcessEnv,
): Address | undefined {
  const { CONTRACT_OWNER: owner } = env
  if (chainId === LOCAL_CHAIN || owner === undefined) return undefined
  if (isAddress(owner)) return getAddress(owner)
  throw new LaunchError('CONTRACT_OWNER must be the address of an account.')
}
