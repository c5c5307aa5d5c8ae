import { toHex } from '#core/fairness/hashes.ts'
import { coins } from '#core/money/coins.ts'

const SEED_BYTES = 32

/** Stake and choice don't change how the coin falls. */
export const BET = { betAmount: coins(10), choice: 'heads' } as const

export function randomSeed(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(SEED_BYTES)))
}
