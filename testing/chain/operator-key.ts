import type { Hex } from 'viem'
import { assert } from '#core/assert.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { operatorKey } from '../../scripts/chain/operator-key.ts'

/** Of an account that is rich on every chain of the tests. */
export const OPERATOR_KEY: Hex = localKey()

function localKey(): Hex {
  const key = operatorKey(LOCAL_CHAIN, {})
  assert(key !== undefined, 'a local chain has an operator')
  return key
}
