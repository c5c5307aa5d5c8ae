import { isOperatorsChain, type SaltBlock } from './salt.ts'

/**
 * The house's word that a race rests on beside its hashes and its salt's
 * chain; undefined where there is nothing of the kind.
 *
 * @param saltBlock undefined where the race is void.
 */
export function raceTrustAssumption(
  saltBlock: SaltBlock | undefined,
): string | undefined {
  if (!saltBlock) {
    return 'The house did not run this race: it says it could not get the salt block in time. That is its word. With the seed and that block anybody can run the race that was left out.'
  }
  if (isOperatorsChain(saltBlock)) {
    return 'Weaker: the salt is a block of a local chain, which the operator makes and could have chosen.'
  }
  return undefined
}
