import type { Hex } from 'viem'

/** Code of an account with a key that delegates to a contract (EIP-7702). */
const DELEGATION_PREFIX = '0xef0100'

/** True for the code of a contract; an account that delegates is still an account. */
export function isContract(code: Hex | undefined): boolean {
  return code !== undefined && !code.startsWith(DELEGATION_PREFIX)
}
