import {
  type Address,
  BaseError,
  ContractFunctionRevertedError,
  ContractFunctionZeroDataError,
  type PublicClient,
} from 'viem'
import { depositRegistryAbi as abi } from '../../contracts/generated/deposit-registry.ts'

/** Accounts with rights in a registry or an anchor contract. */
export type ContractAccess = {
  owner: Address
  /** Zero unless a transfer of ownership is pending. */
  pendingOwner: Address
  /** Undefined in earlier versions, where the owner writes. */
  registrar: Address | undefined
}

/** Reads the access to a registry or an anchor contract. */
export async function readAccess(
  client: PublicClient,
  address: Address,
): Promise<ContractAccess> {
  const read = (functionName: 'owner' | 'pendingOwner' | 'registrar') =>
    client.readContract({ address, abi, functionName })
  const [owner, pendingOwner, registrar] = await Promise.all([
    read('owner'),
    read('pendingOwner'),
    read('registrar').catch(unlessMissing),
  ])
  return { owner, pendingOwner, registrar }
}

/** Returns the account that may write. */
export function getWriter({ owner, registrar }: ContractAccess): Address {
  return registrar ?? owner
}

function unlessMissing(error: unknown): undefined {
  const isMissing =
    error instanceof BaseError &&
    error.walk(
      (cause) =>
        cause instanceof ContractFunctionRevertedError ||
        cause instanceof ContractFunctionZeroDataError,
    )
  if (!isMissing) throw error
}
