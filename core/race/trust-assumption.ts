import { isOperatorsChain, type SaltBlock, type VoidReason } from './salt.ts'

/**
 * Returns the trust assumption that remains besides a race's hashes and salt
 * chain; undefined if there is none.
 *
 * @param race without a salt block if it is void.
 */
export function raceTrustAssumption({
  saltBlock,
  voidReason = 'no_block',
}: {
  saltBlock?: SaltBlock | undefined
  voidReason?: VoidReason | undefined
}): string | undefined {
  if (!saltBlock) {
    return `The house did not run this race: it says ${WHY_VOID[voidReason]}. That is its word. With the seed and the salt block anybody can run the race that was left out.`
  }
  if (isOperatorsChain(saltBlock)) {
    return 'The salt comes from a local chain’s block, which the operator makes and could have chosen.'
  }
  return undefined
}

const WHY_VOID: Record<VoidReason, string> = {
  chain_ahead:
    'that the salt block may have been there already when betting closed',
  no_block: 'it could not get the salt block in time',
}
