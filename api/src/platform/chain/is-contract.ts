import type { Hex } from 'viem'

/** Code prefix of accounts that delegate to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100'

/** True for contract code; false for accounts with an EIP-7702 delegation. */
export function isContract(code: Hex | undefined): boolean {
  return code !== undefined && !code.startsWith(DELEGATION_PREFIX)
}
