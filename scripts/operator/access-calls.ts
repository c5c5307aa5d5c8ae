import {
  type Address,
  encodeFunctionData,
  type Hex,
  isAddressEqual,
} from 'viem'
import { depositRegistryAbi as abi } from '../../contracts/generated/deposit-registry.ts'
import type { ContractAccess } from '../chain/contract-access.ts'

/** Wanted access to a contract. */
export type WantedAccess = { owner: Address; registrar: Address }

/** A contract call, with the only account that may make it. */
export type AccessCall = { from: Address; name: string; data: Hex }

/**
 * Returns the next call towards the wanted access; undefined if none is missing.
 * Replaces the registrar last, so that the present operator can write as long as
 * possible.
 */
export function nextAccessCall(
  { owner, pendingOwner, registrar }: ContractAccess,
  wanted: WantedAccess,
): AccessCall | undefined {
  if (!isAddressEqual(owner, wanted.owner)) {
    return isAddressEqual(pendingOwner, wanted.owner)
      ? acceptOwnership(wanted.owner)
      : call(owner, 'transferOwnership', wanted.owner)
  }
  // The owner of a contract without a registrar writes itself.
  if (!registrar || isAddressEqual(registrar, wanted.registrar))
    return undefined
  return call(owner, 'setRegistrar', wanted.registrar)
}

function call(
  from: Address,
  functionName: 'setRegistrar' | 'transferOwnership',
  to: Address,
): AccessCall {
  const data = encodeFunctionData({ abi, functionName, args: [to] })
  return { from, name: `${functionName}(${to})`, data }
}

function acceptOwnership(from: Address): AccessCall {
  const data = encodeFunctionData({ abi, functionName: 'acceptOwnership' })
  return { from, name: 'acceptOwnership()', data }
}
