import type { Hex } from 'viem'
import { assert } from '#core/assert.ts'
import { LOCAL_CHAIN } from '#core/chain/chains.ts'
import { operatorKey } from '../../scripts/chain/operator-key.ts'

/** Key of an account that is funded on every test chain. */
export const OPERATOR_KEY: Hex = localKey()

function localKey(): Hex {
  const key = operatorKey(LOCAL_CHAIN, {})
  assert(key !== undefined, 'a local chain has an operator')
  return key
}
