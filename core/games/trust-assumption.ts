import type { Action } from './game.ts'

/**
 * Describes the automatic action of a round, whose grounds no record can prove;
 * undefined if there was none.
 */
export function trustAssumption(
  actions: readonly Action[] = [],
): string | undefined {
  const done = actions.find((one) => 'reason' in one || 'pot' in one)
  if (!done) return undefined
  const { reason, limit, pot } = done
  switch (reason) {
    case 'house_limit':
      return `The house cashed the player out, saying it could cover no more than ${limit} coins. The seeds prove the draws; for that limit, you only have its word.`
    case 'idle':
      return 'The house ended the round, saying the player was away for days. The seeds prove the draws; for that absence, you only have its word.'
    default:
      return `The house paid the jackpot, saying the pot held ${pot} coins. The seeds prove the hit; for that amount, you only have its word.`
  }
}
